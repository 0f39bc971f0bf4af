/** Table of a turn's end: the frames, the cost and the give-back for each way in which a turn ends. Stores are faked. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { POST_MAX_BYTES } from '#contract/limits';
import type { ServerFrame } from '#contract/socket';
import type { TurnItem } from '../../store/turns/turns.ts';
import {
  concludeEnded,
  concludeTurn,
  endFrames,
  settleBeforeReplaced,
  settleReplaced,
} from './conclude-turn.ts';

const post = vi.hoisted(() => vi.fn());
const store = vi.hoisted(() => ({
  endTurn: vi.fn(),
  settleMessage: vi.fn(),
  addSpend: vi.fn(),
  findPresence: vi.fn(),
}));
vi.mock('../../runtime/connections-api.ts', () => ({ post }));
vi.mock('../../store/turns/lock.ts', () => store);
vi.mock('../../store/usage/reservations.ts', () => store);
vi.mock('../../store/usage/daily-spend-and-busy-until.ts', () => store);
vi.mock('../../store/connections-and-stop-requests.ts', () => store);
vi.spyOn(console, 'log').mockImplementation(() => undefined);
beforeEach(() => {
  // With this cap, the costs here are large enough to be written exactly (`add-reply-cost-to-daily-spend.ts`).
  vi.stubEnv('DAILY_SPEND_CAP_USD', '1');
  store.settleMessage.mockResolvedValue(true);
  store.addSpend.mockResolvedValue(undefined);
  store.findPresence.mockResolvedValue({ connectionIds: ['here'], stops: new Set() });
});
afterEach(() => {
  vi.unstubAllEnvs();
  for (const call of [post, ...Object.values(store)]) call.mockReset();
});

const AT = '2026-11-22T12:00:00.000Z';
const turn = (over: Partial<TurnItem> = {}): TurnItem => ({
  ...{ index: 3, requestId: 'mine', text: 'Because.', replyAt: AT, status: 'complete', model: 'small' },
  ...{ reason: 'Chosen.', userText: 'Why?', inputTokens: 1_000, outputTokens: 2_000 },
  ...over,
});
const ended = (over: Partial<TurnItem> = {}, isGuest = false) => ({
  ...{ owner: 'ada', chatId: 'chat', messageIndex: 3, requestId: 'mine', isGuest },
  ...{ charges: [{ owner: 'ada', at: Date.parse(AT), call: 'now' }], turn: turn(over) },
});
const spec = {
  ...{ id: 'small', displayName: 'Small', provider: { kind: 'bedrock', modelId: 'small' } as const },
  ...{ contextTokens: 1_000, maxOutputTokens: 16, price: { input: 1, output: 2 } },
};
const findModel = (id: string) => (id === 'small' ? spec : undefined);
/** Cost of the turn's tokens at the model's price. */
const COST = 0.005;
const SPENT = { model: 'small', inputTokens: 1_000, outputTokens: 2_000, cost: COST };

describe('the frames at the end of a turn', () => {
  const long = 'x'.repeat(POST_MAX_BYTES);
  const parts = ([message, ack]: readonly ServerFrame[]) => ({
    content: message?.type === 'assistantMessage' ? message.data.content : undefined,
    ack: ack?.type === 'ack' && 'error' in ack ? ack.error?.code : ack?.type === 'ack' && ack.data,
  });
  const place = { chatId: 'chat', messageIndex: 4 };
  it.each([
    ['complete', ended(), undefined, 'Because.', { ...place, status: 'complete' }],
    ['stopped', ended({ status: 'stopped' }), undefined, 'Because.', { ...place, status: 'stopped' }],
    [
      'complete, for a guest',
      ended({}, true),
      undefined,
      'Because.',
      { ...place, status: 'complete', response: 'Because.' },
    ],
    ['too long for a frame', ended({ text: long }), undefined, undefined, { ...place, status: 'complete' }],
    [
      'too long for a frame, for a guest',
      ended({ text: long }, true),
      undefined,
      undefined,
      { ...place, status: 'complete' },
    ],
    ['failed', ended({ status: 'failed' }), undefined, 'Because.', 'reply_failed'],
    [
      'failed for a known reason',
      ended({ status: 'failed' }),
      'model_unavailable',
      'Because.',
      'model_unavailable',
    ],
  ] as const)('are a message and an ack for a reply that is %s', (_, end, error, content, ack) => {
    expect(parts(endFrames(end, error))).toEqual({ content, ack });
  });

  it('tell what is left of the day, where that is known', () => {
    const quota = { limit: 10, left: 3, resetsAt: AT };
    expect(endFrames({ ...ended(), quota })[1]).toMatchObject({ data: { quota } });
  });
});

const settledWith = () => store.settleMessage.mock.calls.map(([, { spent }]) => spent);
const spentOnDay = () => store.addSpend.mock.calls.map(([cost]) => cost);

describe('a turn that has ended', () => {
  it.each([
    ['complete: charged, and its cost is added to the day', { status: 'complete' }, true, [SPENT], [COST]],
    ['stopped: charged, and its cost is added to the day', { status: 'stopped' }, true, [SPENT], [COST]],
    ['and was settled before: its cost is not added again', { status: 'complete' }, false, [SPENT], []],
    [
      'failed half-way: given back, and its cost is added to the day',
      { status: 'failed' },
      true,
      [undefined],
      [COST],
    ],
  ] as const)('%s', async (_, over, isFirst, settled, cost) => {
    store.settleMessage.mockResolvedValue(isFirst);
    await concludeTurn(ended(over), { spent: SPENT });
    expect([settledWith(), spentOnDay()]).toEqual([settled, cost]);
  });

  it('failed before its first word: given back, and the cost of its thoughts is added to the day', async () => {
    const without = ended({ status: 'failed', text: '' });
    await concludeTurn(without, { spent: { ...SPENT, outputTokens: 0, cost: 0 } });
    expect([settledWith(), spentOnDay()]).toEqual([[undefined], []]);
    await concludeTurn(without, { spent: SPENT });
    expect([settledWith(), spentOnDay()]).toEqual([[undefined, undefined], [COST]]);
  });

  it('frees the chat first, settles, then tells every connection', async () => {
    const order: string[] = [];
    store.endTurn.mockImplementation(async () => void order.push('free'));
    store.settleMessage.mockImplementation(async () => order.push('settle') > 0);
    post.mockImplementation(async (_: string, { type }: ServerFrame) => {
      order.push(type);
      return 'sent';
    });
    await concludeTurn(ended(), { spent: SPENT });
    expect(order).toEqual(['free', 'settle', 'assistantMessage', 'ack']);
  });

  it.each([
    ['by its tokens', 'small', { ...SPENT }],
    ['at no cost if its model has left the catalogue', 'gone', { ...SPENT, model: 'gone', cost: 0 }],
  ])('and whose worker crashed before settling is charged %s', async (_, model, spent) => {
    const { turn: __, ...job } = ended();
    await concludeEnded(job, turn({ model }), findModel);
    expect(settledWith()).toEqual([spent]);
  });
});

it('a turn with cached tokens is charged at their prices, and its input tokens include them', async () => {
  const price = { input: 1, cachedRead: 0.1, cachedWrite: 1.5, output: 2 };
  const { turn: _, ...job } = ended();
  const stored = turn({ cachedReadTokens: 10_000, cachedWriteTokens: 2_000 });
  await concludeEnded(job, stored, () => ({ ...spec, price }));
  const cost = COST + 0.001 + 0.003;
  const cached = { cachedReadTokens: 10_000, cachedWriteTokens: 2_000 };
  const spent = { model: 'small', inputTokens: 13_000, ...cached, outputTokens: 2_000, cost };
  expect(settledWith()).toEqual([{ ...spent, cost: expect.closeTo(cost, 10) }]);
});

const WITHOUT_A_WORD = { status: 'failed', text: '' } as const;

describe('a turn that is about to be replaced', () => {
  it.each([
    ['complete: charged', { status: 'complete' }, true, [SPENT], [COST]],
    ['failed half-way: given back, and its cost is added', { status: 'failed' }, true, [undefined], [COST]],
    [
      'failed before its first word: given back',
      { ...WITHOUT_A_WORD, outputTokens: 0 },
      true,
      [undefined],
      [],
    ],
    [
      'failed in its thoughts: given back, and their cost is added',
      WITHOUT_A_WORD,
      true,
      [undefined],
      [COST],
    ],
    ['settled before: its cost is not added again', { status: 'complete' }, false, [SPENT], []],
    ['not ended: left to its worker', { status: 'streaming' }, true, [], []],
  ] as const)('%s', async (_, over, isFirst, settled, cost) => {
    store.settleMessage.mockResolvedValue(isFirst);
    await settleBeforeReplaced(turn(over), ended().charges, findModel);
    expect([settledWith(), spentOnDay()]).toEqual([settled, cost]);
  });

  it('and has no request id: not settled, because no reservation is known', async () => {
    const { requestId: _, ...old } = turn();
    await settleBeforeReplaced(old, ended().charges, findModel);
    expect(store.settleMessage).not.toHaveBeenCalled();
  });

  it('and cannot be settled: the next turn begins all the same', async () => {
    store.settleMessage.mockRejectedValue(new Error('down'));
    await expect(settleBeforeReplaced(turn(), ended().charges, findModel)).resolves.toBeUndefined();
  });
});

it('a turn that was replaced before it was concluded stays charged, at no cost', async () => {
  await settleReplaced({ requestId: 'mine', model: 'small', charges: ended().charges });
  expect(settledWith()).toEqual([{ model: 'small', inputTokens: 0, outputTokens: 0, cost: 0 }]);
});
