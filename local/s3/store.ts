/**
 * Keeps objects and unfinished multipart uploads on disk: facts in JSON files, and contents in files of their own.
 * A write is complete once its JSON file is there.
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { MultipartUpload, ObjectFacts, Part } from './s3-types.ts';

interface Kept<T> {
  readonly id: string;
  readonly facts: T;
}

export interface StoredObject {
  readonly facts: ObjectFacts;
  readonly content: Buffer;
}

export type Store = ReturnType<typeof openStore>;

/** Opens the store. Removes what a crash left: contents and parts without facts, and versions that were replaced. */
export function openStore(folder: string) {
  const objects = openFolder<ObjectFacts>(
    path.join(folder, 'objects'),
    ({ bucket, key }) => `${bucket}/${key}`,
  );
  const uploads = openFolder<MultipartUpload>(path.join(folder, 'uploads'), ({ uploadId }) => uploadId);
  const partsFolder = path.join(folder, 'parts');
  mkdirSync(partsFolder, { recursive: true });
  const partFile = (uploadId: string, number: number) => path.join(partsFolder, `${uploadId}.${number}`);
  const listed = new Set(
    uploads
      .all()
      .flatMap(({ uploadId, parts }) => Object.values(parts).map(({ number }) => partFile(uploadId, number))),
  );
  for (const file of readdirSync(partsFolder).map((name) => path.join(partsFolder, name)))
    if (!listed.has(file)) rmSync(file);

  function removeUpload(uploadId: string): void {
    const upload = uploads.get(uploadId);
    for (const { number } of Object.values(upload?.parts ?? {}))
      rmSync(partFile(uploadId, number), { force: true });
    uploads.remove(uploadId);
  }

  return {
    object: (bucket: string, key: string): ObjectFacts | undefined => objects.get(`${bucket}/${key}`),
    /** Sorts by the bytes of the keys, as S3 does. */
    objectsOf: (bucket: string): ObjectFacts[] =>
      objects
        .all()
        .filter((facts) => facts.bucket === bucket)
        .toSorted((a, b) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key))),
    readObject: (bucket: string, key: string): Promise<StoredObject | undefined> =>
      objects.read(`${bucket}/${key}`),
    /** Stores the object unless `check` throws. No other write comes between the check and the write. */
    putObject: (facts: ObjectFacts, content: Buffer, check: () => void = () => undefined): Promise<void> =>
      objects.put(facts, content, check),
    removeObject: (bucket: string, key: string): void => objects.remove(`${bucket}/${key}`),
    upload: (uploadId: string): MultipartUpload | undefined => uploads.get(uploadId),
    uploadsOf: (bucket: string): MultipartUpload[] =>
      uploads.all().filter((facts) => facts.bucket === bucket),
    putUpload: (upload: MultipartUpload): Promise<void> => uploads.put(upload),
    async putPart(uploadId: string, part: Part, content: Buffer): Promise<void> {
      await writeFile(partFile(uploadId, part.number), content);
      const upload = uploads.get(uploadId);
      if (upload) await uploads.put({ ...upload, parts: { ...upload.parts, [part.number]: part } });
      // The upload ended while the part was written.
      else rmSync(partFile(uploadId, part.number), { force: true });
    },
    partContent: (uploadId: string, number: number): Promise<Buffer> => readFile(partFile(uploadId, number)),
    removeUpload,
  };
}

function openFolder<T>(folder: string, nameOf: (facts: T) => string) {
  mkdirSync(folder, { recursive: true });
  const kept = new Map<string, Kept<T>>();
  const files = readdirSync(folder);
  // A crash in `put` can leave two JSON files for one object or upload: the old version and the new one. Sorts the
  // files from old to new, so that the loop below sets the new version last.
  const written = files
    .filter((name) => name.endsWith('.json'))
    .map((file) => ({ file, at: statSync(path.join(folder, file)).mtimeMs }))
    .toSorted((a, b) => a.at - b.at);
  for (const { file } of written) {
    const facts = JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as T; // only `put` writes these files
    kept.set(nameOf(facts), { id: path.basename(file, '.json'), facts });
  }
  const ids = new Set([...kept.values()].map(({ id }) => id));
  const fileOf = (id: string, kind: 'json' | 'bin') => path.join(folder, `${id}.${kind}`);
  for (const file of files) if (!ids.has(path.parse(file).name)) rmSync(path.join(folder, file));

  const erase = (id: string): void => {
    for (const kind of ['json', 'bin'] as const) rmSync(fileOf(id, kind), { force: true });
  };
  return {
    all: (): T[] => [...kept.values()].map(({ facts }) => facts),
    get: (name: string): T | undefined => kept.get(name)?.facts,
    /**
     * Reads the facts and the content of the same version. A write may replace that version and erase its file before
     * this call reads the file. The loop then reads the new version.
     */
    async read(name: string): Promise<{ readonly facts: T; readonly content: Buffer } | undefined> {
      for (;;) {
        const found = kept.get(name);
        if (!found) return undefined;
        try {
          return { facts: found.facts, content: await readFile(fileOf(found.id, 'bin')) };
        } catch (error) {
          if (kept.get(name) === found) throw error;
        }
      }
    },
    async put(facts: T, content?: Buffer, check: () => void = () => undefined): Promise<void> {
      const id = randomUUID();
      if (content) await writeFile(fileOf(id, 'bin'), content);
      try {
        check();
      } catch (error) {
        erase(id);
        throw error;
      }
      const before = kept.get(nameOf(facts));
      kept.set(nameOf(facts), { id, facts });
      writeFileSync(`${fileOf(id, 'json')}.new`, JSON.stringify(facts));
      renameSync(`${fileOf(id, 'json')}.new`, fileOf(id, 'json'));
      if (before) erase(before.id);
    },
    remove(name: string): void {
      const found = kept.get(name);
      kept.delete(name);
      if (found) erase(found.id);
    },
  };
}
