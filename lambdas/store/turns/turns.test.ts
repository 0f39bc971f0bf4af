import { afterEach, describe, expect, it, vi } from 'vitest';
import { claimTurn } from './turns.ts';

const send = vi.hoisted(() => vi.fn());
vi.mock('../db-and-table-names.ts', () => ({ chatsTable: () => 'Chats', db: () => ({ send }) }));
afterEach(() => send.mockReset());

describe('a claim', () => {
  const ref = { owner: 'ada', chatId: 'chat', messageIndex: 3 };
  const claim = {
    ...{ requestId: 'mine', version: 2, userText: 'Why?', userAt: '', model: 'small', reason: '' },
    ...{ worker: 'w', now: 0, leaseMs: 0 },
  };

  it.each([
    ['of a worker, which writes the reply from its start, empties the text', {}, ''],
    ['that only ends the turn leaves the text of the last checkpoint', { text: 'Bec' }, 'Bec'],
  ])('%s', async (_, change, text) => {
    send.mockResolvedValue({});
    expect(await claimTurn(ref, { ...claim, ...change })).toEqual({
      kind: 'claimed',
      attempt: 1,
      isFirst: true,
    });
    expect(send.mock.calls[0]?.[0].input.ExpressionAttributeValues).toMatchObject({ ':text': text });
  });

  it.each([
    ['of a turn that replaces another one is its first', { attempt: 3, version: 1 }, true],
    ['that takes the turn over is not its first', { attempt: 3, version: 2 }, false],
    ['that replaces a turn from before there were versions is its first', { attempt: 3 }, true],
  ])('%s', async (_, before, isFirst) => {
    send.mockResolvedValue({ Attributes: before });
    expect(await claimTurn(ref, claim)).toEqual({ kind: 'claimed', attempt: 4, isFirst });
  });
});
