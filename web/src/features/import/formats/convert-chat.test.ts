import { expect, it } from 'vitest';
import type { ImportedTurn } from '#contract/import';
import { convertChat } from './convert-chat.ts';
import { LeftOut } from './left-out-counts.ts';

const NOW = Date.parse('2026-01-02T03:04:05.000Z');
const TURN: ImportedTurn = { userText: 'Q', text: 'A', replyAt: new Date(NOW).toISOString() };

async function convert(turns: readonly ImportedTurn[]) {
  const left = new LeftOut();
  const chat = await convertChat(
    {
      ...{ source: 'own', sourceId: undefined, name: 'Long', createdAt: NOW },
      ...{ isArchived: false, isPinned: false, messages: [], turns },
    },
    left,
    { fileAt: NOW, now: NOW, words: { notice: () => 'Notice', unnamed: 'Chat' } },
  );
  return { messages: chat?.messages, left: left.counts };
}

it.each([
  ['of a long chat are all kept', 100_001, 200_002, {}],
  ['after the first million of a chat are left out and counted', 500_003, 1_000_000, { afterLimit: 6 }],
])('messages %s', async (_, turns, messages, left) => {
  expect(await convert(Array.from({ length: turns }, () => TURN))).toEqual({ messages, left });
});
