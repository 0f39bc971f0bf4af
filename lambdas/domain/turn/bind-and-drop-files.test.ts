import { afterEach, describe, expect, it, vi } from 'vitest';
import type { TurnFile } from '../../store/files/files.ts';
import { keepFiles } from './bind-and-drop-files.ts';
import type { ReplyJob } from './reply-job.ts';

const store = vi.hoisted(() => ({
  ...{ bindFile: vi.fn(), readFileItems: vi.fn(), deleteUnlessBound: vi.fn() },
  ...{ markFileRemoved: vi.fn(), indexesWithFile: vi.fn() },
}));
vi.mock('../../store/files/files.ts', () => store);
vi.mock('../../store/turns/mark-file-removed.ts', () => store);
vi.mock('../../store/turns/turns-with-file.ts', () => store);
const printed = vi.spyOn(console, 'log').mockImplementation(() => undefined);
afterEach(() => {
  for (const call of Object.values(store)) call.mockReset();
  printed.mockClear();
});

const file = (fileId: string): TurnFile => ({
  ...{ fileId, name: 'n', kind: 'image', mediaType: 'image/png', bytes: 1, tokens: 1 },
});
const job: ReplyJob = {
  ...{ owner: 'ada', chatId: 'chat', messageIndex: 3, requestId: 'r', version: 1, userText: '', userAt: '' },
  ...{ model: 'm', reason: '', messages: [], maxOutputTokens: 1, charges: [], isGuest: false },
  quota: { limit: 1, left: 1, resetsAt: '' },
};

/** Fakes a store with one dropped file, which no turn names. */
function givenDropped(item: {
  readonly fileId: string;
  readonly chatId?: string;
  readonly boundBy?: string;
}) {
  store.readFileItems.mockResolvedValue([item]);
  store.indexesWithFile.mockResolvedValue([]);
  store.deleteUnlessBound.mockResolvedValue(true);
}

describe('a file that an edit has dropped', () => {
  const drop = () => keepFiles({ ...job, droppedFiles: ['c'] });

  it('stays while a turn names it, and if it belongs to another chat', async () => {
    givenDropped({ fileId: 'c', chatId: 'chat' });
    store.indexesWithFile.mockResolvedValue([1]);
    await drop();
    givenDropped({ fileId: 'c', chatId: 'another' });
    await drop();
    expect(store.deleteUnlessBound).not.toHaveBeenCalled();
  });

  it('stays when a turn binds it while it is looked for', async () => {
    givenDropped({ fileId: 'c', chatId: 'chat' });
    store.indexesWithFile.mockResolvedValueOnce([]).mockResolvedValueOnce([3]);
    store.deleteUnlessBound.mockResolvedValue(false);
    await drop();
    expect(store.deleteUnlessBound).toHaveBeenCalledOnce();
    expect(printed).not.toHaveBeenCalled();
  });

  it('is logged when it stays because it was bound at each attempt to remove it', async () => {
    givenDropped({ fileId: 'c', chatId: 'chat' });
    store.deleteUnlessBound.mockResolvedValue(false);
    await drop();
    const lines = printed.mock.calls.map(([line]) => JSON.parse(String(line)));
    expect(lines).toEqual([expect.objectContaining({ level: 'WARN', event: 'dropped file not removed' })]);
    expect(JSON.stringify(lines)).not.toContain('ada');
  });
});

describe('the files of a claimed turn', () => {
  it('are bound to its chat, and dropped ones are removed from it', async () => {
    store.bindFile.mockResolvedValue({});
    givenDropped({ fileId: 'c', chatId: 'chat', boundBy: 'old' });
    await keepFiles({ ...job, files: [file('a'), file('b')], droppedFiles: ['c'] });
    const bound = store.bindFile.mock.calls.map(([owner, of]) => [owner, of.fileId, of.chatId, of.requestId]);
    expect(bound).toEqual([
      ['ada', 'a', 'chat', 'r'],
      ['ada', 'b', 'chat', 'r'],
    ]);
    const dropped = expect.objectContaining({ fileId: 'c', boundBy: 'old' });
    expect(store.deleteUnlessBound).toHaveBeenCalledExactlyOnceWith('ada', dropped);
    expect(store.markFileRemoved).not.toHaveBeenCalled();
  });

  it('that were removed meanwhile are marked as removed in the turn', async () => {
    store.bindFile.mockImplementation(async (_, { fileId }) => (fileId === 'a' ? undefined : {}));
    await keepFiles({ ...job, files: [file('a'), file('b')] });
    const ref = { owner: 'ada', chatId: 'chat', messageIndex: 3 };
    expect(store.markFileRemoved).toHaveBeenCalledExactlyOnceWith(ref, 'a');
  });

  it('cost no call where there are none', async () => {
    await keepFiles(job);
    expect(store.bindFile).not.toHaveBeenCalled();
  });

  it('are bound again after a failure', async () => {
    store.bindFile.mockRejectedValueOnce(new Error('busy')).mockResolvedValue({});
    await keepFiles({ ...job, files: [file('a')] });
    expect(store.bindFile).toHaveBeenCalledTimes(2);
  });
});
