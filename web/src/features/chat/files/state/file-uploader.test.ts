import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '#contract/error-codes';
import { wordedError } from '#contract/server-worded-errors';
import { fileCopy } from '../adding-files-copy.ts';
import { TransferError } from '../upload/send-with-progress.ts';
import { BucketError } from '../upload/sign-and-send-to-bucket.ts';
import type { UploadOptions } from '../upload/upload-file.ts';
import type { Limits } from './check-files.ts';
import { FileDrafts } from './draft-files.ts';
import { FileUploader, type TrayPorts } from './file-uploader.ts';

beforeEach(() => {
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('sessionStorage', {
    getItem: () => null,
    setItem: () => undefined,
    removeItem: () => undefined,
  });
});

const storage = { usedBytes: 0, files: 0, limitBytes: 1_000_000 };
const limits: Limits = { perMessage: 20, maxBytes: 1_000, storage };
const file = (name: string) => new File(['content'], name);
const picture = (size: number, type = 'image/jpeg') => ({
  ...{ content: new Blob([new Uint8Array(size)], { type }), width: 4, height: 3, thumbnail: 'data:,' },
});

/** A tray whose uploads the test ends. */
function givenTray(change: Partial<TrayPorts> = {}) {
  const uploads: (UploadOptions & { end: () => void; fail: (error: Error) => void })[] = [];
  const register = vi.fn(async (fileId: string, name: string) => ({
    file: { fileId, name, kind: 'document', mediaType: 'text/plain', bytes: 7 } as const,
    storage,
  }));
  const deleteFile = vi.fn(async (_fileId: string) => undefined);
  const ports = {
    bucket: { endpoint: '', region: '', credentials: () => Promise.reject(new Error('not used')) },
    readLimits: vi.fn(async (): Promise<Limits | undefined> => limits),
    prepare: vi.fn(async () => picture(10)),
    upload: (options: UploadOptions) =>
      new Promise<void>((resolve, reject) => {
        options.signal.addEventListener('abort', () => reject(options.signal.reason));
        uploads.push({ ...options, end: resolve, fail: reject });
      }),
    register,
    deleteFile,
    ...change,
  };
  const draft = new FileDrafts().of('chat');
  const tray = new FileUploader(ports);
  const shown = () => draft.state.get().files.map(({ name, phase, problem }) => [name, phase, problem]);
  const upload = async (n = 0) => {
    await expect.poll(() => uploads.length).toBeGreaterThan(n);
    return uploads[n] ?? expect.fail('nothing is uploaded');
  };
  return { tray, draft, uploads, upload, register, deleteFile, shown };
}

describe('a file that is added', () => {
  it('is shown at once, uploaded, registered under its id, and then ready', async () => {
    const { tray, draft, upload, register, shown } = givenTray();
    await tray.add(draft, [file('notes.txt')]);
    expect(draft.state.get().files).toMatchObject([{ name: 'notes.txt', share: 0 }]);
    const { end, onProgress, fileId } = await upload();
    onProgress(0.5);
    onProgress(0.25);
    expect(draft.state.get().files).toMatchObject([{ phase: 'uploading', share: 0.5 }]);
    end();
    await expect.poll(shown).toEqual([['notes.txt', 'ready', undefined]]);
    expect(register).toHaveBeenCalledExactlyOnceWith(fileId, 'notes.txt');
    expect(draft.ready).toMatchObject([{ fileId, name: 'notes.txt' }]);
  });

  it('waits while three others are uploaded', async () => {
    const { tray, draft, uploads, upload } = givenTray();
    await tray.add(draft, ['a', 'b', 'c', 'd'].map(file));
    const { end } = await upload(2);
    expect(uploads).toHaveLength(3);
    end();
    await upload(3);
  });

  it('at the same time as others counts them, and the draft waits for all', async () => {
    const { tray, draft } = givenTray({ readLimits: async () => ({ ...limits, perMessage: 2 }) });
    const first = tray.add(draft, [file('a'), file('b')]);
    const second = tray.add(draft, [file('c')]);
    const checking: boolean[] = [];
    await first.then(() => Promise.resolve()).then(() => checking.push(draft.state.get().isChecking));
    await second;
    expect(checking).toEqual([true]);
    expect(draft.state.get()).toMatchObject({
      files: [{ name: 'a' }, { name: 'b' }],
      notices: [fileCopy.refusal.tooMany(2, 1)],
      isChecking: false,
    });
  });

  it('is left out with a reason when the plan has no files', async () => {
    const { tray, draft } = givenTray({ readLimits: async () => undefined });
    await tray.add(draft, [file('a')]);
    expect(draft.state.get()).toMatchObject({ files: [], notices: [fileCopy.refusal.notInPlan] });
  });

  it('is checked by the server alone when the limits cannot be read', async () => {
    const { tray, draft, upload } = givenTray({ readLimits: () => Promise.reject(new TypeError('offline')) });
    await tray.add(draft, [file('a')]);
    await upload();
    expect(draft.state.get()).toMatchObject({ notices: [], isChecking: false });
  });
});

describe('a picture', () => {
  it('is uploaded as it was prepared, under a name of its new type', async () => {
    const { tray, draft, upload } = givenTray();
    await tray.add(draft, [file('IMG_1.heic')]);
    const { content } = await upload();
    expect(content.type).toBe('image/jpeg');
    expect(draft.state.get().files).toMatchObject([{ name: 'IMG_1.jpg', bytes: 10, thumbnail: 'data:,' }]);
  });

  it.each([
    ['photo.png', undefined, fileCopy.picture.unreadable],
    ['photo.heic', undefined, fileCopy.picture.heic],
    ['photo.png', picture(1_001), 'This file has 1,001 bytes. A file may have 1,000 bytes.'],
  ])('%s that cannot be prepared says why, and has no retry: %#', async (name, prepared, problem) => {
    const { tray, draft, uploads } = givenTray({ prepare: async () => prepared });
    await tray.add(draft, [file(name)]);
    await expect
      .poll(() => draft.state.get().files)
      .toMatchObject([{ phase: 'failed', problem, canRetry: false }]);
    expect(uploads).toHaveLength(0);
  });
});

describe('a file that fails', () => {
  it.each([
    ['without a connection', new TransferError('no answer'), fileCopy.failed, true],
    ['at the bucket', new BucketError(403, 'AccessDenied'), fileCopy.refused, true],
  ])('%s says so, and a retry uploads it again', async (_, error, problem, canRetry) => {
    const { tray, draft, upload, shown } = givenTray();
    await tray.add(draft, [file('a.txt')]);
    (await upload()).fail(error);
    await expect.poll(() => draft.state.get().files).toMatchObject([{ phase: 'failed', problem, canRetry }]);
    const { fileId } = draft.state.get().files[0] ?? expect.fail('no file');
    tray.retry(draft, fileId);
    (await upload(1)).end();
    await expect.poll(shown).toEqual([['a.txt', 'ready', undefined]]);
  });

  it.each([
    [wordedError('storage_full'), true],
    [wordedError('file_too_large'), false],
  ])('at its registration with $0.code shows the server’s sentence', async (refused, canRetry) => {
    const refuse = () => Promise.reject(refused);
    const { tray, draft, upload } = givenTray({ register: refuse });
    await tray.add(draft, [file('a.txt')]);
    (await upload()).end();
    const problem = refused.message;
    await expect.poll(() => draft.state.get().files).toMatchObject([{ phase: 'failed', problem, canRetry }]);
  });

  it('at its registration is not uploaded again by a retry, unless the bucket has removed the upload', async () => {
    const { tray, draft, uploads, upload, register, shown } = givenTray();
    const full = wordedError('storage_full');
    register.mockRejectedValueOnce(full).mockRejectedValueOnce(full);
    await tray.add(draft, [file('a.txt')]);
    const { fileId, end } = await upload();
    end();
    await expect.poll(() => draft.find(fileId)?.phase).toBe('failed');
    tray.retry(draft, fileId);
    await expect.poll(() => [draft.find(fileId)?.phase, register.mock.calls.length]).toEqual(['failed', 2]);
    expect(uploads).toHaveLength(1);
    register.mockRejectedValueOnce(wordedError('upload_not_found'));
    tray.retry(draft, fileId);
    (await upload(1)).end();
    await expect.poll(shown).toEqual([['a.txt', 'ready', undefined]]);
    expect(register).toHaveBeenCalledTimes(4);
  });

  it('keeps the parts that the bucket has for the retry', async () => {
    const { tray, draft, upload } = givenTray();
    await tray.add(draft, [file('a.txt')]);
    const { fail, fileId, partial } = await upload();
    partial?.etags.push('one');
    fail(new TransferError(''));
    await expect.poll(() => draft.find(fileId)?.phase).toBe('failed');
    tray.retry(draft, fileId);
    expect((await upload(1)).partial?.etags).toEqual(['one']);
  });

  it('because the bucket has removed the upload is uploaded once more', async () => {
    const { tray, draft, upload, register, shown } = givenTray();
    register.mockRejectedValueOnce(wordedError('upload_not_found'));
    await tray.add(draft, [file('a.txt')]);
    (await upload()).end();
    (await upload(1)).end();
    await expect.poll(shown).toEqual([['a.txt', 'ready', undefined]]);
  });
});

describe('a file that is removed from the draft', () => {
  it('is not uploaded any further, and makes room for the next', async () => {
    const { tray, draft, upload, deleteFile } = givenTray();
    await tray.add(draft, ['a', 'b', 'c', 'd'].map(file));
    const { fileId, signal } = await upload();
    draft.remove(fileId);
    await tray.discard(fileId, 'uploading');
    expect(signal.aborted).toBe(true);
    await upload(3);
    expect(deleteFile).not.toHaveBeenCalled();
    expect(draft.find(fileId)).toBeUndefined();
  });

  it('is removed from the storage if it was registered', async () => {
    const { tray, deleteFile } = givenTray();
    await tray.discard('one', 'ready');
    expect(deleteFile.mock.calls).toEqual([['one']]);
  });

  it('while it is registered is removed from the storage after the answer, also if that is a failure', async () => {
    for (const settle of ['resolve', 'reject'] as const) {
      const answer = Promise.withResolvers<never>();
      const register = vi.fn(() => answer.promise);
      const { tray, draft, upload, deleteFile } = givenTray({ register });
      await tray.add(draft, [file('a.txt')]);
      const { end, fileId } = await upload();
      end();
      await expect.poll(() => register.mock.calls).toHaveLength(1);
      draft.remove(fileId);
      const done = tray.discard(fileId, 'registering');
      await Promise.resolve();
      expect(deleteFile).not.toHaveBeenCalled();
      answer[settle](new AppError('internal') as never);
      await done;
      expect(deleteFile.mock.calls).toEqual([[fileId]]);
      expect(register).toHaveBeenCalledOnce();
    }
  });

  it('after its registration failed is removed from the storage, because the server may have it', async () => {
    const register = () => Promise.reject(wordedError('storage_full'));
    const { tray, draft, upload, deleteFile } = givenTray({ register });
    await tray.add(draft, [file('a.txt')]);
    const { end, fileId } = await upload();
    end();
    await expect.poll(() => draft.find(fileId)?.phase).toBe('failed');
    await tray.discard(fileId, 'failed');
    expect(deleteFile.mock.calls).toEqual([[fileId]]);
  });
});
