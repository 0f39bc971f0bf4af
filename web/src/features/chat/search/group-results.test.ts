import { describe, expect, it } from 'vitest';
import type { MatchedMessage } from '#contract/entities';
import { groupResults } from './group-results.ts';

const chat = (chatId: string, createdAt: string, matchedMessages: string[] = []) => ({
  chatId,
  name: `Chat ${chatId}`,
  createdAt,
  matchedMessages,
  nameMatches: [],
});
const message = (change: Partial<MatchedMessage> = {}): MatchedMessage => ({
  chatId: 'a',
  messageId: '2',
  content: 'Sunny',
  role: 'assistant',
  createdAt: '2026-01-01T00:00:00.000Z',
  matches: [[0, 5]],
  ...change,
});

describe('groupResults', () => {
  it('merges per chat, newest first, and nothing twice [S7.search.2]', () => {
    const { groups, hasMore } = groupResults({
      chats: [
        chat('a', '2026-01-01T00:00:00.000Z', ['2', '10']),
        chat('b', '2026-01-03T00:00:00.000Z'),
        chat('a', '2026-01-01T00:00:00.000Z', ['2']),
      ],
      messages: [message(), message({ messageId: '10' }), message()],
      hasMore: true,
    });
    expect(groups.map((group) => group.chat.chatId)).toEqual(['b', 'a']);
    expect(groups.map(({ messages }) => messages.map(({ messageId }) => messageId))).toEqual([
      [],
      ['10', '2'],
    ]);
    expect(hasMore).toBe(true);
  });

  it('keeps a message and its documents apart, the message first', () => {
    const file = (fileId: string) => ({ fileId, name: 'report.pdf', page: 3 });
    const messages = [
      message({ file: file('f') }),
      message(),
      message({ file: file('g') }),
      message({ file: file('f') }),
    ];
    const { groups } = groupResults({ chats: [chat('a', '2026-01-01T00:00:00.000Z', ['2'])], messages });
    expect(groups.flatMap((group) => group.messages.map((of) => of.file?.fileId))).toEqual([
      undefined,
      'f',
      'g',
    ]);
  });

  it('passes over a message without its chat: there is nothing to open', () => {
    expect(groupResults({ chats: [], messages: [message()] })).toEqual({ groups: [], hasMore: false });
  });
});
