import { beforeEach, expect, it, vi } from 'vitest';
import type { FileInfo } from '#contract/entities';
import { draftStorage, NEW_CHAT } from '../../../../lib/draft-storage.ts';
import { clearPersonalData, storedIdentity } from '../../../../lib/personal-data-storage.ts';
import { fileDraftCopy } from '../early-files-copy.ts';
import { type DraftFile, FileDrafts, fileDraftsOf, whyNotSendable } from './draft-files.ts';

/** Replaces `sessionStorage`. As in a browser, the values are properties of the object. */
function givenStorage(): void {
  const values: Record<string, string> = {};
  const method = (value: unknown) => ({ value, enumerable: false });
  Object.defineProperties(values, {
    getItem: method((key: string) => values[key] ?? null),
    setItem: method((key: string, value: string) => {
      values[key] = value;
    }),
    removeItem: method((key: string) => delete values[key]),
  });
  vi.stubGlobal('sessionStorage', values);
}
beforeEach(givenStorage);
beforeEach(() => storedIdentity.set('userEmail', 'ada@example.com'));

const info: FileInfo = {
  ...{ fileId: 'one', name: 'report.pdf', kind: 'document', mediaType: 'application/pdf', bytes: 10 },
};
const ready: DraftFile = { ...info, phase: 'ready', share: 1, info };
const uploading: DraftFile = { ...ready, fileId: 'two', name: 'b.pdf', phase: 'uploading', info: undefined };

it('registered files of a draft are there after a reload; an unfinished upload asks to be added again', () => {
  new FileDrafts().of('chat').update({ files: [ready, uploading] });
  const draft = new FileDrafts().of('chat');
  expect(draft.state.get().files).toMatchObject([
    { fileId: 'one', phase: 'ready', info },
    { fileId: 'two', phase: 'failed', problem: fileDraftCopy.interrupted },
  ]);
  expect(draft.ready).toEqual([info]);
});

it('a draft that was sent leaves nothing in the storage', () => {
  const draft = new FileDrafts().of('chat');
  draft.update({ files: [ready] });
  draft.clear();
  expect(new FileDrafts().of('chat').state.get().files).toEqual([]);
});

it('an upload that ends after the logout leaves nothing in the storage', () => {
  const draft = new FileDrafts().of('chat');
  draft.update({ files: [uploading] });
  expect(Object.keys(sessionStorage)).toEqual(['draft:files:chat']);
  clearPersonalData();
  expect(Object.keys(sessionStorage)).toEqual([]);
  draft.change('two', { phase: 'ready', info });
  expect(Object.keys(sessionStorage)).toEqual([]);
  expect(new FileDrafts().of('chat').state.get().files).toEqual([]);
});

it('drafts outlive the chat page, and belong to one user', () => {
  const ada = { owner: 'ada', email: 'ada@example.com', name: 'Ada', isAdmin: false };
  const draft = fileDraftsOf(ada).of('chat');
  draft.update({ files: [uploading] });
  expect(fileDraftsOf(ada).of('chat')).toBe(draft);
  expect(fileDraftsOf({ ...ada }).of('chat')).not.toBe(draft);
});

it('files of a chat whose creation a reload interrupted belong to the next created chat', () => {
  new FileDrafts().of(NEW_CHAT).update({ files: [ready] });
  const drafts = new FileDrafts();
  drafts.moveToCreated('created');
  expect(drafts.of('created').ready).toEqual([info]);
});

it('progress does not write to the storage, the end of an upload does', () => {
  const draft = new FileDrafts().of('chat');
  draft.update({ files: [uploading] });
  const write = vi.spyOn(draftStorage, 'set');
  draft.change('two', { share: 0.5 });
  expect(write).not.toHaveBeenCalled();
  draft.change('two', { phase: 'ready', info });
  expect(write).toHaveBeenCalledOnce();
  write.mockRestore();
});

it('a file that was removed meanwhile does not come back with its progress', () => {
  const draft = new FileDrafts().of('chat');
  draft.update({ files: [uploading] });
  draft.remove('two');
  draft.change('two', { phase: 'ready' });
  expect(draft.state.get().files).toEqual([]);
});

it('files that were added while a chat was being created belong to that chat, and their uploads go on', () => {
  const drafts = new FileDrafts();
  const draft = drafts.of(NEW_CHAT);
  draft.update({ files: [uploading] });
  drafts.moveToCreated('created');
  draft.change('two', { phase: 'ready', info });
  expect(drafts.of('created').ready).toEqual([info]);
  expect(drafts.of(NEW_CHAT).state.get().files).toEqual([]);
  expect(new FileDrafts().of('created').ready).toEqual([info]);
  expect(new FileDrafts().of(NEW_CHAT).state.get().files).toEqual([]);
});

it('a stored draft that cannot be read is left out', () => {
  draftStorage.set('files:chat', '[{"fileId":1}]');
  expect(new FileDrafts().of('chat').state.get().files).toEqual([]);
  draftStorage.set('files:chat', '{');
  expect(new FileDrafts().of('chat').state.get().files).toEqual([]);
});

it.each([
  ['is on its way', [ready, uploading], fileDraftCopy.stillUploading],
  ['could not be added', [{ ...ready, phase: 'failed' }, uploading], fileDraftCopy.resolveFirst],
  ['is registered', [ready], undefined],
] as const)('a file that %s decides whether its draft can be sent: %#', (_, files, why) => {
  expect(whyNotSendable({ files, notices: [], isChecking: false })).toBe(why);
});

it('files that are too long together hold the message until one is removed', () => {
  const draft = new FileDrafts().of('chat');
  const long = (fileId: string): DraftFile => ({
    ...ready,
    fileId,
    info: { ...info, fileId, tokens: 30_000 },
  });
  draft.update({ files: [long('one'), long('two')], tokensMax: 50_000 });
  expect(whyNotSendable(draft.state.get())).toBe(fileDraftCopy.tooLong);
  draft.remove('two');
  expect(whyNotSendable(draft.state.get())).toBeUndefined();
});

it('files whose tokens or limit are unknown hold nothing', () => {
  const draft = new FileDrafts().of('chat');
  draft.update({ files: [ready, { ...ready, fileId: 'two' }], tokensMax: 1 });
  expect(whyNotSendable(draft.state.get())).toBeUndefined();
  draft.update({ files: [{ ...ready, info: { ...info, tokens: 1_000_000 } }], tokensMax: undefined });
  expect(whyNotSendable(draft.state.get())).toBeUndefined();
});
