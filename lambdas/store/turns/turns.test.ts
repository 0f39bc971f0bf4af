import { afterEach, describe, expect, it, vi } from 'vitest';
import { claimTurn } from './turns.ts';

const send = vi.hoisted(() => vi.fn());
vi.mock('../tables.ts', () => ({ chatsTable: () => 'Chats', db: () => ({ send }) }));
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
    send.mockResolvedValue({ Attributes: { attempt: 1 } });
    expect(await claimTurn(ref, { ...claim, ...change })).toEqual({ kind: 'claimed', attempt: 1 });
    expect(send.mock.calls[0]?.[0].input.ExpressionAttributeValues).toMatchObject({ ':text': text });
  });
});
