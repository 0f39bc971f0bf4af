/** Turns that no worker could finish. Stores are faked. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { TurnItem } from '../../store/turns/turns.ts';
import { endReplyAsFailed } from './end-as-failed.ts';
import type { ReplyJob } from './reply-job.ts';

const store = vi.hoisted(() => ({
  ...{ claimTurn: vi.fn(), finishTurn: vi.fn(), getTurn: vi.fn(), endTurn: vi.fn(), getChatItem: vi.fn() },
  ...{ findPresence: vi.fn(), settleMessage: vi.fn(), bindFile: vi.fn() },
}));
vi.mock('../../store/turns/turns.ts', () => store);
vi.mock('../../store/turns/lock.ts', () => store);
vi.mock('../../store/chats/chats.ts', () => store);
vi.mock('../../store/connections-and-stop-requests.ts', () => store);
vi.mock('../../store/usage/reservations.ts', () => store);
vi.mock('../../store/files/files.ts', () => store);
// Pauses end at once.
vi.mock('node:timers/promises', () => ({ setTimeout: async () => undefined }));
vi.spyOn(console, 'log').mockImplementation(() => undefined);

const turn: TurnItem = {
  index: 3,
  version: 2,
  requestId: 'mine',
  status: 'streaming',
  text: 'Bec',
  replyAt: '',
};
const job: ReplyJob = {
  ...{ owner: 'ada', chatId: 'chat', messageIndex: 3, requestId: 'mine', version: 2, userText: 'Why?' },
  ...{ model: 'small', reason: '', messages: [], maxOutputTokens: 100, charges: [], isGuest: false },
  ...{ userAt: '', quota: { limit: 1, left: 1, resetsAt: '' }, contextFrom: 1, hasEarlierFiles: true },
  files: [{ fileId: 'f', name: 'n', kind: 'image', mediaType: 'image/png', bytes: 1, tokens: 1 }],
};
const end = () => endReplyAsFailed(job, () => undefined);

beforeEach(() => {
  store.getTurn.mockResolvedValue(turn);
  store.claimTurn.mockResolvedValue({ kind: 'claimed', attempt: 2 });
  store.finishTurn.mockResolvedValue(true);
  store.findPresence.mockResolvedValue({ connectionIds: [], stops: new Set() });
  store.settleMessage.mockResolvedValue(false);
  store.bindFile.mockResolvedValue({});
});
afterEach(() => {
  for (const call of Object.values(store)) call.mockReset();
});

it('a turn whose files cannot be bound ends all the same, and the queue tries to bind them again', async () => {
  store.bindFile.mockRejectedValue(new Error('busy'));
  await expect(end()).rejects.toThrow('busy');
  expect(store.finishTurn.mock.calls[0]?.[2]).toMatchObject({ status: 'failed', text: 'Bec' });
  expect(store.endTurn).toHaveBeenCalledOnce();
});

it('a turn that has ended meanwhile has its files bound', async () => {
  const ended = { ...turn, status: 'complete', text: 'Because.' };
  store.getTurn.mockResolvedValue(ended);
  store.claimTurn.mockResolvedValue({ kind: 'ended', turn: ended });
  await end();
  expect(store.bindFile).toHaveBeenCalledOnce();
  expect(store.finishTurn).not.toHaveBeenCalled();
});

it('a turn that is given up keeps its text and the start of its context when it is claimed', async () => {
  await end();
  expect(store.claimTurn.mock.calls[0]?.[1]).toMatchObject({
    text: 'Bec',
    contextFrom: 1,
    hasEarlierFiles: true,
  });
});
