/** Tests turns whose files cannot be bound, and jobs that waited too long. Stores are faked. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DEFAULT_MODELS } from '../../../lib/config-defaults.ts';
import type { ModelEvent } from '../../models/model-port.ts';
import type { ReplyJob } from './reply-job.ts';
import { writeReply } from './reply-worker.ts';

const store = vi.hoisted(() => ({
  ...{ claimTurn: vi.fn(), finishTurn: vi.fn(), getTurn: vi.fn(), checkpointTurn: vi.fn(), endTurn: vi.fn() },
  ...{ getChatItem: vi.fn(), findPresence: vi.fn(), settleMessage: vi.fn(), bindFile: vi.fn() },
  ...{ putBusyUntil: vi.fn() },
}));
vi.mock('../../store/turns/turns.ts', () => store);
vi.mock('../../store/turns/lock.ts', () => store);
vi.mock('../../store/chats/chats.ts', () => store);
vi.mock('../../store/connections-and-stop-requests.ts', () => store);
vi.mock('../../store/usage/reservations.ts', () => store);
vi.mock('../../store/usage/daily-spend-and-busy-until.ts', () => store);
vi.mock('../../store/files/files.ts', () => store);
// Pauses end at once.
vi.mock('node:timers/promises', () => ({ setTimeout: async () => undefined }));
vi.spyOn(console, 'log').mockImplementation(() => undefined);

const [model] = DEFAULT_MODELS;
if (!model) throw new Error('There is no model');
const job: ReplyJob = {
  ...{ owner: 'ada', chatId: 'chat', messageIndex: 3, requestId: 'mine', version: 2, userText: 'Why?' },
  ...{ model: model.id, reason: '', messages: [], maxOutputTokens: 100, charges: [], isGuest: false },
  ...{ userAt: new Date().toISOString(), quota: { limit: 1, left: 1, resetsAt: '' } },
  files: [{ fileId: 'f', name: 'n', kind: 'image', mediaType: 'image/png', bytes: 1, tokens: 1 }],
};
const REPLY: readonly ModelEvent[] = [
  { type: 'text', text: 'Because.' },
  { type: 'usage', inputTokens: 1, outputTokens: 1 },
  { type: 'end', status: 'complete' },
];

const calls = { model: 0 };
const work = (change: Partial<ReplyJob> = {}) =>
  writeReply(
    { ...job, ...change },
    {
      ...{ route: { model, reason: '', others: [] }, system: '', findModel: () => model },
      ...{ remainingMs: () => 600_000, wait: async () => undefined },
      async *streamReply() {
        calls.model += 1;
        yield* REPLY;
      },
    },
  );

beforeEach(() => {
  vi.stubEnv('LIMITS', '{"replyWaitSeconds":60}');
  calls.model = 0;
  store.claimTurn.mockResolvedValue({ kind: 'claimed', attempt: 1, isFirst: true });
  store.getChatItem.mockResolvedValue({ turnVersion: 2, pending: { requestId: 'mine' } });
  store.findPresence.mockResolvedValue({ connectionIds: [], stops: new Set() });
  store.finishTurn.mockResolvedValue(true);
  store.settleMessage.mockResolvedValue(false);
});
afterEach(() => {
  vi.unstubAllEnvs();
  for (const call of Object.values(store)) call.mockReset();
});

describe('a turn whose files cannot be bound', () => {
  it('stores its reply, and fails so that Lambda calls its worker again', async () => {
    store.bindFile.mockRejectedValue(new Error('busy'));
    await expect(work()).rejects.toThrow('busy');
    expect(store.finishTurn).toHaveBeenCalledOnce();
    expect(store.finishTurn.mock.calls[0]?.[2]).toMatchObject({ status: 'complete', text: 'Because.' });
    expect(store.endTurn).toHaveBeenCalledOnce();
  });

  it('has them bound by the retry, which calls no model', async () => {
    const turn = {
      index: 3,
      version: 2,
      requestId: 'mine',
      status: 'complete',
      text: 'Because.',
      replyAt: '',
    };
    store.claimTurn.mockResolvedValue({ kind: 'ended', turn });
    store.bindFile.mockResolvedValue({});
    await work({ userAt: new Date(Date.now() - 60_000).toISOString() });
    expect(store.bindFile).toHaveBeenCalledOnce();
    expect(store.finishTurn).not.toHaveBeenCalled();
    expect(calls.model).toBe(0);
  });
});

describe('the wait of a job for its worker', () => {
  const late = { userAt: new Date(Date.now() - 61_000).toISOString() };
  beforeEach(() => {
    store.bindFile.mockResolvedValue({});
    store.putBusyUntil.mockResolvedValue(undefined);
  });

  it.each<[string, object, Partial<ReplyJob>, number]>([
    ['marks the service as busy if it was too long, for a new turn', { attempt: 1, isFirst: true }, late, 1],
    [
      'marks the service as busy if it was too long, for a replacement',
      { attempt: 2, isFirst: true },
      { ...late, isReplacing: true },
      1,
    ],
    ['marks nothing when Lambda delivers the job again', { attempt: 2, isFirst: false }, late, 0],
    [
      'marks nothing when an earlier call has handed the job over',
      { attempt: 1, isFirst: true },
      { ...late, isResumed: true },
      0,
    ],
    ['marks nothing when it was short enough', { attempt: 1, isFirst: true }, {}, 0],
  ])('%s', async (_, claimed, change, times) => {
    store.claimTurn.mockResolvedValue({ kind: 'claimed', ...claimed });
    await work(change);
    expect(store.putBusyUntil).toHaveBeenCalledTimes(times);
  });
});
