import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { ModelSpec } from '#contract/deployment-config';
import { AppFunction } from './base/app-function.ts';
import { ModelAccess } from './model-access.ts';

// The first construct loads most of aws-cdk-lib, which takes seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const entryRoot = mkdtempSync(join(tmpdir(), 'entries-'));
vi.stubEnv('BUNDLE_CACHE', join(entryRoot, 'bundles'));
afterAll(() => rmSync(entryRoot, { recursive: true, force: true }));
writeFileSync(join(entryRoot, 'entry.ts'), 'export const handler = () => undefined;');

const secret = (name: string) => `arn:aws:secretsmanager:us-east-1:123456789012:secret:${name}-AbCdEf`;
const endpoint = (id: string, secretArn?: string): ModelSpec => ({
  ...{ id, displayName: id, contextTokens: 8_000, maxOutputTokens: 1_000, price: { input: 0, output: 0 } },
  provider: { kind: 'openai', baseUrl: 'https://x.example/v1', model: 'x', ...(secretArn && { secretArn }) },
});

/** Template of a stack with a function that may call these models. */
function templateFor(models: readonly ModelSpec[]): Template {
  const stack = new Stack(new App(), 'Stack', { env: { region: 'eu-west-1' } });
  const caller = new AppFunction(stack, 'Caller', {
    ...{ entry: 'entry.ts', entryRoot, logRetention: RetentionDays.ONE_WEEK },
  });
  new ModelAccess(stack, 'Models', { models, projectName: 'talk-dev' }).grantInvoke(caller);
  return Template.fromStack(stack);
}

/** Statements about a service in the role of a function that may call these models. */
function statementsFor(
  service: string,
  models: readonly ModelSpec[],
): { Action: unknown; Resource: unknown }[] {
  const policies = Object.values(templateFor(models).findResources('AWS::IAM::Policy'));
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

/** ARNs of Bedrock that a caller of this model may use, each cut to begin with its region. */
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

describe('a model on bedrock-mantle', () => {
  const on = (region: string): ModelSpec => ({
    ...endpoint('a'),
    provider: { kind: 'mantle', modelId: 'vendor.model-1', region },
  });
  const projectOf = (template: Template) =>
    Object.entries(template.findResources('AWS::BedrockMantle::Project'));
  const variables = (template: Template) =>
    Object.values(template.findResources('AWS::Lambda::Function')).map(
      ({ Properties }) => Properties.Environment?.Variables?.MANTLE_PROJECT,
    );
  const defaultIn = (region: string) => ({
    'Fn::Join': [
      '',
      [
        'arn:',
        { Ref: 'AWS::Partition' },
        `:bedrock-mantle:${region}:`,
        { Ref: 'AWS::AccountId' },
        ':project/default',
      ],
    ],
  });

  it('in the stack’s region is called in a project of its own, and in no other', () => {
    const models = [on('eu-west-1'), { ...on('eu-west-1'), id: 'b' }];
    const template = templateFor(models);
    const [[id, project] = []] = projectOf(template);
    expect(project?.Properties).toEqual({ Name: 'talk-dev' });
    expect(statementsFor('bedrock-mantle', models)).toEqual([
      { Action: 'bedrock-mantle:CreateInference', Resource: { 'Fn::GetAtt': [id, 'Arn'] } },
    ]);
    expect(variables(template)).toEqual([{ 'Fn::GetAtt': [id, 'Id'] }]);
  });

  it('in another region is called in the account’s default project there', () => {
    const template = templateFor([on('us-east-2')]);
    expect([projectOf(template), variables(template)]).toEqual([[], [undefined]]);
    expect(statementsFor('bedrock-mantle', [on('us-east-2')])).toEqual([
      { Action: 'bedrock-mantle:CreateInference', Resource: defaultIn('us-east-2') },
    ]);
  });
});
