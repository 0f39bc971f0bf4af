import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { openStore } from './store.ts';

const upload = { uploadId: 'up', bucket: 'files', key: 'big', initiated: 0, headers: {}, parts: {} };
const partOf = (number: number) => ({ number, etag: '"x"', size: 1, lastModified: 0 });
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 's3-store-'));
  return () => rmSync(folder, { recursive: true });
});
const partsOnDisk = () => readdirSync(path.join(folder, 'parts'));

it('removes parts that a crash left without an upload, or that their upload does not list', async () => {
  const store = openStore(folder);
  await store.putUpload(upload);
  await store.putPart('up', partOf(1), Buffer.from('a'));
  for (const left of ['up.2', 'gone.1']) writeFileSync(path.join(folder, 'parts', left), 'x');
  const reopened = openStore(folder);
  expect(partsOnDisk()).toEqual(['up.1']);
  expect(await reopened.partContent('up', 1)).toEqual(Buffer.from('a'));
});

it('keeps no part of an upload that ends while the part is written', async () => {
  const store = openStore(folder);
  await store.putUpload(upload);
  const writing = store.putPart('up', partOf(1), Buffer.from('a'));
  store.removeUpload('up');
  await writing;
  expect(partsOnDisk()).toEqual([]);
});
