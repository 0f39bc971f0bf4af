import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { afterAll, expect, it, vi } from 'vitest';
import type { ModelSpec } from '#contract/config';
import { AppFunction } from './base/app-function.ts';
import { ModelAccess } from './model-access.ts';

// The first construct loads most of aws-cdk-lib, which takes seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const entryRoot = mkdtempSync(join(tmpdir(), 'entries-'));
afterAll(() => rmSync(entryRoot, { recursive: true, force: true }));
writeFileSync(join(entryRoot, 'entry.ts'), 'export const handler = () => undefined;');

const secret = (name: string) => `arn:aws:secretsmanager:us-east-1:123456789012:secret:${name}-AbCdEf`;
const endpoint = (id: string, secretArn?: string): ModelSpec => ({
  ...{ id, displayName: id, contextTokens: 8_000, maxOutputTokens: 1_000, price: { input: 0, output: 0 } },
  provider: { kind: 'openai', baseUrl: 'https://x.example/v1', model: 'x', ...(secretArn && { secretArn }) },
});

/** Statements for a service that the role of a function gets that may call these models. */
function statementsFor(
  service: string,
  models: readonly ModelSpec[],
): { Action: unknown; Resource: unknown }[] {
  const stack = new Stack(new App(), 'Stack', { env: { region: 'eu-west-1' } });
  const caller = new AppFunction(stack, 'Caller', {
    ...{ entry: 'entry.ts', entryRoot, logRetention: RetentionDays.ONE_WEEK },
  });
  new ModelAccess(stack, 'Models', { models }).grantInvoke(caller);
  const policies = Object.values(Template.fromStack(stack).findResources('AWS::IAM::Policy'));
  // The shape of a policy document.
  const statements = policies.flatMap(
    ({ Properties }) => Properties.PolicyDocument.Statement as { Action: unknown; Resource: unknown }[],
  );
  return statements
    .filter(({ Action }) => JSON.stringify(Action).includes(service))
    .map(({ Action, Resource }) => ({ Action, Resource }));
}

const secretsOf = (models: readonly ModelSpec[]) =>
  statementsFor('secretsmanager', models).map(({ Action, Resource }) => [Action, Resource]);

/** Resources of Bedrock, from their region on, that a caller of this model may use. */
function modelsFor(modelId: string): string[] {
  const spec: ModelSpec = { ...endpoint('a'), provider: { kind: 'bedrock', modelId } };
  const [statement] = statementsFor('bedrock', [spec]);
  return [statement?.Resource].flat().map((resource) => {
    const text = JSON.stringify(resource).replaceAll(/[^\w:*./-]/g, '');
    return text.slice(text.indexOf(':bedrock:') + ':bedrock:'.length);
  });
}

it('lets the worker read the keys of the configured endpoints, and no other secret', () => {
  const models = [endpoint('a', secret('one')), endpoint('b', secret('two')), endpoint('c')];
  expect(secretsOf(models)).toEqual([['secretsmanager:GetSecretValue', [secret('one'), secret('two')]]]);
});

it('asks for no secret where no endpoint has a key', () => {
  expect(secretsOf([endpoint('c')])).toEqual([]);
});

it.each([
  ['vendor.model-1', ['eu-west-1::foundation-model/vendor.model-1']],
  [
    'eu.vendor.model-1',
    [expect.stringMatching(/inference-profile\/eu\.vendor\.model-1$/), '*::foundation-model/vendor.model-1'],
  ],
  [
    'global.vendor.model-1',
    [
      expect.stringMatching(/inference-profile\/global\.vendor\.model-1$/),
      '*::foundation-model/vendor.model-1',
      '::foundation-model/vendor.model-1',
    ],
  ],
])('lets the worker call %s wherever Bedrock sends the request', (modelId, expected) => {
  expect(modelsFor(modelId)).toEqual(expected);
});
