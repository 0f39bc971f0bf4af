import { globSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Metafile } from 'esbuild';
import { expect, it } from 'vitest';

const entries = globSync('{http,socket,jobs,triggers,billing}/*.ts', { cwd: import.meta.dirname })
  .filter((file) => !file.endsWith('.test.ts'))
  .toSorted();

/** Lists the files that a function loads before its first event: its own, and the chunks that it imports statically. */
function startOf(entry: string, outputs: Metafile['outputs']): string[] {
  const files = new Set([entry]);
  for (const file of files)
    for (const { path, kind } of outputs[file]?.imports ?? [])
      if (kind === 'import-statement' && outputs[path]) files.add(path);
  return [...files].flatMap((file) => Object.keys(outputs[file]?.inputs ?? {}));
}

it("a function loads only DynamoDB's SDK client at its start, and none if it uses no table", async () => {
  const { metafile } = await build({
    absWorkingDir: join(import.meta.dirname, '..'),
    entryPoints: entries.map((entry) => `lambdas/${entry}`),
    ...{ outdir: 'out', outbase: 'lambdas', write: false, metafile: true, bundle: true, splitting: true },
    ...{ format: 'esm', platform: 'node', mainFields: ['module', 'main'], loader: { '.bin': 'binary' } },
  });
  const clients = entries.map((entry) => {
    const files = startOf(`out/${entry.replace(/ts$/, 'js')}`, metafile.outputs);
    const names = files.flatMap((file) => /@aws-sdk\/client-([\w-]+)/.exec(file)?.[1] ?? []);
    return [entry, [...new Set(names)].join()];
  });
  const without = [
    'jobs/countLost.ts',
    'socket/authorize.ts',
    'triggers/customMessage.ts',
    'triggers/preTokenGeneration.ts',
  ];
  expect(clients).toEqual(entries.map((entry) => [entry, without.includes(entry) ? '' : 'dynamodb']));
});
