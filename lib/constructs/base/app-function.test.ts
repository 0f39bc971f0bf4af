import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Duration, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { AppFunction, type AppFunctionProps } from './app-function.ts';
import { bundle } from './bundle.ts';

// The first construct loads most of aws-cdk-lib, which takes seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const entryRoot = mkdtempSync(join(tmpdir(), 'entries-'));
vi.stubEnv('BUNDLE_CACHE', join(entryRoot, 'bundles'));
afterAll(() => rmSync(entryRoot, { recursive: true, force: true }));

writeFileSync(join(entryRoot, 'lazy.ts'), 'export const text: string = "loaded when needed";');
writeFileSync(
  join(entryRoot, 'entry.ts'),
  'export const handler = async (): Promise<string> => (await import("./lazy.ts")).text;',
);

function functionWith(props: Partial<AppFunctionProps>) {
  const stack = new Stack(new App(), 'Stack');
  const made = new AppFunction(stack, 'Function', {
    entry: 'entry.ts',
    entryRoot,
    logRetention: RetentionDays.ONE_WEEK,
    ...props,
  });
  return { made, template: () => Template.fromStack(stack) };
}

describe('AppFunction', () => {
  it('keeps its defaults beside what a caller adds', () => {
    const { made, template } = functionWith({ memorySize: 1024, environment: { CHATS_TABLE: 'chats' } });
    made.setEnv({ USAGE_TABLE: 'usage' });
    template().hasResourceProperties('AWS::Lambda::Function', {
      MemorySize: 1024,
      Timeout: 10,
      Runtime: 'nodejs24.x',
      TracingConfig: { Mode: 'Active' },
      Environment: { Variables: { CHATS_TABLE: 'chats', USAGE_TABLE: 'usage' } },
    });
    template().hasResourceProperties('AWS::Logs::LogGroup', { RetentionInDays: 7 });
  });

  it('takes a timeout of the caller', () => {
    functionWith({ timeout: Duration.seconds(29) })
      .template()
      .hasResourceProperties('AWS::Lambda::Function', { Timeout: 29 });
  });

  it('says which entry file is missing', () => {
    expect(() => functionWith({ entry: 'socket/nothing.ts' })).toThrow(
      /socket\/nothing\.ts does not exist\. The function Function needs this entry file\./,
    );
  });
});

describe('bundle', () => {
  const folder = bundle(join(entryRoot, 'entry.ts'));

  it('splits off what is loaded lazily, and still runs', async () => {
    const index = readFileSync(join(folder, 'index.mjs'), 'utf8');
    expect(index).not.toContain('loaded when needed');
    const module = (await import(join(folder, 'index.mjs'))) as { handler: () => Promise<string> };
    expect(await module.handler()).toBe('loaded when needed');
  });

  it('has source maps without the sources', () => {
    const maps = readdirSync(folder).filter((name) => name.endsWith('.map'));
    expect(maps).toContain('index.mjs.map');
    for (const map of maps)
      expect(JSON.parse(readFileSync(join(folder, map), 'utf8')).sourcesContent).toBeUndefined();
  });

  it('is made once for an entry', () => {
    expect(bundle(join(entryRoot, 'entry.ts'))).toBe(folder);
  });

  it('names the file that does not compile', () => {
    writeFileSync(join(entryRoot, 'broken.ts'), 'export const = 1;');
    expect(() => bundle(join(entryRoot, 'broken.ts'))).toThrow(/broken\.ts/);
  });
});
