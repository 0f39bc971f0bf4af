import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bundle } from '../../../../lib/constructs/base/bundle.ts';
import { pdfOf } from '../../../../test/support/sample-files.ts';

const folder = bundle(join(import.meta.dirname, '../inspect-file.ts'));
const codeOf = (file: string) => readFileSync(join(folder, file), 'utf8');

/** Files of the bundle that are loaded with `index.mjs`. */
function filesAtStart(): Set<string> {
  const files = new Set(['index.mjs']);
  for (const file of files)
    for (const [, imported] of codeOf(file).matchAll(/\b(?:from|import)"\.\/([\w.-]+)"/g))
      if (imported) files.add(imported);
  return files;
}

it('a bundle, as Lambda runs it, reads a document in its thread', () => {
  const script = `
    import { inspectFile } from ${JSON.stringify(join(folder, 'index.mjs'))};
    import { buffer } from 'node:stream/consumers';
    console.log(JSON.stringify(await inspectFile(await buffer(process.stdin), 'a.pdf')));`;
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    input: pdfOf(['Hello']),
    encoding: 'utf8',
  });
  expect(JSON.parse(output)).toMatchObject({ mediaType: 'application/pdf', text: '[Page 1]\nHello' });
});

it('a function that can read documents loads no reader before the first document', () => {
  const bytes = [...filesAtStart()].reduce((sum, file) => sum + codeOf(file).length, 0);
  expect(bytes).toBeLessThan(50_000);
});
