import { afterEach, describe, expect, it, vi } from 'vitest';
import type { TurnFile } from '../../store/files/files.ts';
import { keepFiles } from './keep-files.ts';
import type { ReplyJob } from './reply-job.ts';

const store = vi.hoisted(() => ({ bindFile: vi.fn(), deleteFileItem: vi.fn(), markFileRemoved: vi.fn() }));
vi.mock('../../store/files/files.ts', () => store);
vi.mock('../../store/turns/removed-files.ts', () => store);
vi.spyOn(console, 'log').mockImplementation(() => undefined);
afterEach(() => {
  for (const call of Object.values(store)) call.mockReset();
});

const file = (fileId: string): TurnFile => ({
  ...{ fileId, name: 'n', kind: 'image', mediaType: 'image/png', bytes: 1, tokens: 1 },
});
const job: ReplyJob = {
  ...{ owner: 'ada', chatId: 'chat', messageIndex: 3, requestId: 'r', version: 1, userText: '', userAt: '' },
  ...{ model: 'm', reason: '', messages: [], maxOutputTokens: 1, charges: [], isGuest: false },
  quota: { limit: 1, left: 1, resetsAt: '' },
};

describe('the files of a claimed turn', () => {
  it('are bound to its chat, and dropped ones are removed from it', async () => {
    store.bindFile.mockResolvedValue({});
    await keepFiles({ ...job, files: [file('a'), file('b')], droppedFiles: ['c'] });
    const bound = store.bindFile.mock.calls.map(([owner, { fileId, chatId }]) => [owner, fileId, chatId]);
    expect(bound).toEqual([
      ['ada', 'a', 'chat'],
      ['ada', 'b', 'chat'],
    ]);
    expect(store.deleteFileItem).toHaveBeenCalledExactlyOnceWith('ada', 'c', 'chat');
    expect(store.markFileRemoved).not.toHaveBeenCalled();
  });

  it('that were removed meanwhile are marked so', async () => {
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
