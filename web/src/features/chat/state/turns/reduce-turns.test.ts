import { describe, expect, it } from 'vitest';
import type { Message } from '#contract/entities';
import type { SentMessage } from '../../../../lib/unacknowledged-message-storage.ts';
import { reduceTurns } from './reduce-turns.ts';
import type { TurnEvent } from './turn-events.ts';
import { hasGapBefore, messagesOf, type Turns } from './turns.ts';

const at = (second: number): string => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
/** The client's clock is a day behind. */
const HERE = '2025-12-31T00:00:00.000Z';

const sent = (requestId: string, more: Partial<SentMessage> = {}): TurnEvent => ({
  type: 'messageSent',
  message: { ...about(requestId), ...more },
});
const about = (requestId: string): SentMessage => ({
  ...{
    requestId,
    chatId: 'chat',
    sender: 'ada',
    text: `${requestId}?`,
    createdAt: HERE,
    after: 0,
    first: false,
  },
});
const refused = (requestId: string, isKept: boolean, more: Partial<SentMessage> = {}): TurnEvent => ({
  type: 'messageRefused',
  message: { ...about(requestId), ...more, refused: 'No.', code: 'quota_exceeded' },
  isKept,
});
const accepted = (requestId: string, messageIndex: number, second: number): TurnEvent => ({
  ...{ type: 'messageAccepted', requestId, data: { chatId: 'chat', messageIndex, createdAt: at(second) } },
});
const asked = (requestId: string, messageIndex: number, second: number): TurnEvent => ({
  type: 'messageReceived',
  data: { chatId: 'chat', requestId, content: `${requestId}?`, messageIndex, createdAt: at(second) },
});
const streaming = (requestId: string, messageIndex: number): TurnEvent => ({
  ...{ type: 'replyStreaming', requestId, messageIndex, createdAt: HERE },
});
const ended = (requestId: string, messageIndex: number, second: number): TurnEvent => ({
  type: 'replyEnded',
  data: {
    ...{ role: 'assistant', requestId, content: `${requestId}!`, createdAt: at(second), messageIndex },
    status: 'complete',
  },
});
const turn = (
  requestId: string,
  messageIndex: number,
  second: number,
  reply = `${requestId}!`,
): Message[] => [
  {
    ...{ requestId, role: 'user', content: `${requestId}?`, createdAt: at(second), messageIndex },
    status: 'complete',
  },
  {
    ...{
      requestId,
      role: 'assistant',
      content: reply,
      createdAt: at(second + 1),
      messageIndex: messageIndex + 1,
    },
    status: reply.endsWith('!') ? 'complete' : 'streaming',
  },
];
const atOwnIndex = (reply: Message): Message => ({ ...reply, messageIndex: reply.messageIndex - 1 });
const welcome: Message = {
  ...{ requestId: 'at:0', role: 'assistant', content: 'welcome', createdAt: at(0), messageIndex: 0 },
  ...{ status: 'complete', isWelcome: true },
};
const page = (...messages: Message[]): TurnEvent => ({
  type: 'historyLoaded',
  messages: [welcome, ...messages],
});
const acknowledged = (requestId: string, messageIndex: number): TurnEvent => ({
  ...{ type: 'requestAcknowledged', requestId, messageIndex },
});

const turnsAfter = (...events: readonly TurnEvent[]): Turns => events.reduce(reduceTurns, []);
const lines = (turns: Turns, isDetached = false): string[] =>
  messagesOf(turns, isDetached).map(({ index, content, status, error }) =>
    [
      index ?? '-',
      content || '...',
      ...(status === 'complete' ? [] : [status]),
      ...(error ? [error] : []),
    ].join(' '),
  );

describe('the turns of a conversation', () => {
  it.each<[string, TurnEvent[], string[]]>([
    [
      'a message is shown at once, without a place',
      [page(), sent('A')],
      ['0 welcome', '- A?', '- ... streaming'],
    ],
    [
      'accepted: the message has its place',
      [page(), sent('A'), accepted('A', 1, 5)],
      ['0 welcome', '1 A?', '2 ... streaming'],
    ],
    [
      'the accepted frame is lost: a piece of the reply tells the place',
      [page(), sent('A'), streaming('A', 2)],
      ['0 welcome', '1 A?', '2 ... streaming'],
    ],
    [
      'accepted twice, and late',
      [page(), sent('A'), ended('A', 2, 6), accepted('A', 1, 5), accepted('A', 1, 5)],
      ['0 welcome', '1 A?', '2 A!'],
    ],
    [
      'the end comes before the question, as from another device',
      [page(), ended('A', 2, 6), asked('A', 1, 5)],
      ['0 welcome', '1 A?', '2 A!'],
    ],
    [
      'a page without the reply does not undo its end',
      [page(), asked('A', 1, 5), ended('A', 2, 6), page(...turn('A', 1, 5, ''))],
      ['0 welcome', '1 A?', '2 A!'],
    ],
    [
      'a chat begins with a reply, as imported: the notice and the reply are both shown',
      [page(...turn('at:1', 1, 5).slice(1).map(atOwnIndex), ...turn('B', 2, 7))],
      ['0 welcome', '1 at:1!', '2 B?', '3 B!'],
    ],
    [
      'a chat begins with a reply, as continued from a share, where the notice is newer',
      [page(...turn('A', 1, -5).slice(1).map(atOwnIndex), ...turn('B', 2, 7))],
      ['0 welcome', '1 A!', '2 B?', '3 B!'],
    ],
    [
      'a page begins with the reply of such a chat',
      [
        { type: 'historyLoaded', messages: turn('at:1', 1, 5).slice(1).map(atOwnIndex) },
        { type: 'historyLoaded', messages: [welcome] },
      ],
      ['0 welcome', '1 at:1!'],
    ],
    [
      'a page begins with the reply of such a chat, as continued from a share',
      [
        {
          type: 'historyLoaded',
          messages: [...turn('A', 1, -5).slice(1).map(atOwnIndex), ...turn('B', 2, 7)],
        },
        { type: 'historyLoaded', messages: [welcome] },
      ],
      ['0 welcome', '1 A!', '2 B?', '3 B!'],
    ],
    [
      'a page begins with such a reply after the page before has been read',
      [
        { type: 'historyLoaded', messages: [welcome] },
        { type: 'historyLoaded', messages: turn('A', 1, 5).slice(1).map(atOwnIndex) },
      ],
      ['0 welcome', '1 A!'],
    ],
    [
      'a page that begins with a reply whose question is on the page before',
      [
        { type: 'historyLoaded', messages: [...turn('A', 1, 5).slice(1), ...turn('B', 3, 7)] },
        page(...turn('A', 1, 5).slice(0, 1)),
      ],
      ['0 welcome', '1 A?', '2 A!', '3 B?', '4 B!'],
    ],
    [
      'the same words twice are two messages',
      [page(...turn('A', 1, 5)), sent('B', { text: 'A?', after: 2 }), page(...turn('A', 1, 5))],
      ['0 welcome', '1 A?', '2 A!', '- A?', '- ... streaming'],
    ],
    [
      'a replacement hides the turn',
      [page(...turn('A', 1, 5)), sent('B', { replaces: 1 })],
      ['0 welcome', '- B?', '- ... streaming'],
    ],
    [
      'a replacement is not undone by an old page',
      [page(...turn('A', 1, 5)), sent('B', { replaces: 1 }), accepted('B', 1, 9), page(...turn('A', 1, 5))],
      ['0 welcome', '1 B?', '2 ... streaming'],
    ],
    [
      'a replacement is refused: the turn is shown again, with the text',
      [page(...turn('A', 1, 5)), sent('B', { replaces: 1, after: 2 }), refused('B', true, { after: 2 })],
      ['0 welcome', '1 A?', '2 A!', '- B? unsent No.'],
    ],
    [
      'a regeneration is refused: the old reply says why',
      [page(...turn('A', 1, 5)), sent('B', { replaces: 1 }), refused('B', false, { replaces: 1 })],
      ['0 welcome', '1 A?', '2 A! No.'],
    ],
    [
      'a regeneration on an older path is refused: the old reply says why, and a local reply does not',
      [
        page(...turn('A', 1, 5)),
        { type: 'localReplyAdded', requestId: 'skip', text: 'Skipped.', createdAt: HERE },
        sent('B', { versionOf: 1 }),
        refused('B', false, { versionOf: 1 }),
      ],
      ['0 welcome', '1 A?', '2 A! No.', '- Skipped.'],
    ],
    [
      'replaced on another device: the old turn is hidden',
      [page(...turn('A', 1, 5)), asked('B', 1, 9)],
      ['0 welcome', '1 B?', '2 Loading... streaming'],
    ],
    [
      'replaced twice elsewhere: late frames of the first replacement change nothing',
      [page(...turn('A', 1, 5)), asked('C', 1, 20), ended('B', 2, 10), asked('B', 1, 9)],
      ['0 welcome', '1 C?', '2 Loading... streaming'],
    ],
    [
      'replaced elsewhere before its acknowledgement: only the replacement is shown',
      [page(), sent('A'), page(...turn('B', 1, 9)), acknowledged('A', 2)],
      ['0 welcome', '1 B?', '2 B!'],
    ],
    [
      'late pieces of a replaced reply change nothing',
      [page(...turn('B', 1, 9)), streaming('A', 2)],
      ['0 welcome', '1 B?', '2 B!'],
    ],
    [
      'refused, but stored by the server: shown as stored',
      [page(), sent('A'), refused('A', true), page(...turn('A', 1, 5))],
      ['0 welcome', '1 A?', '2 A!'],
    ],
    [
      'a refused message stays before a later one',
      [page(), sent('A'), refused('A', true), asked('B', 1, 9)],
      ['0 welcome', '- A? unsent No.', '1 B?', '2 Loading... streaming'],
    ],
    [
      'a discarded message is gone',
      [page(), sent('A'), refused('A', true), { type: 'messageDiscarded', requestId: 'A' }],
      ['0 welcome'],
    ],
    [
      'failed: what has streamed stays',
      [
        page(),
        sent('A'),
        accepted('A', 1, 5),
        { type: 'replyFailed', requestId: 'A', error: 'Oh.', streamed: 'Half' },
      ],
      ['0 welcome', '1 A?', '2 Half failed Oh.'],
    ],
    [
      'failed and asked again, then the end of the failed reply comes late, and a page with it',
      [
        ...[page(), sent('A'), accepted('A', 1, 5)],
        { type: 'replyFailed', requestId: 'A', error: 'Oh.', streamed: '' },
        ...[sent('B', { replaces: 1 }), streaming('B', 2), ended('A', 2, 6), page(...turn('A', 1, 5))],
      ],
      ['0 welcome', '1 B?', '2 ... streaming'],
    ],
    [
      'a page that begins with a reply, and the page before with its question',
      [{ type: 'historyLoaded', messages: turn('A', 1, 5).slice(1) }, page(...turn('A', 1, 5).slice(0, 1))],
      ['0 welcome', '1 A?', '2 A!'],
    ],
  ])('%s', (_, events, expected) => expect(lines(turnsAfter(...events))).toEqual(expected));

  it('have an unsent message at the end of the chat, which a window away from the end hides', () => {
    const window: TurnEvent = { type: 'windowChanged', messages: turn('B', 7, 9) };
    const turns = turnsAfter(page(), sent('A'), refused('A', true, { after: 9 }), window);
    expect(lines(turns)).toEqual(['7 B?', '8 B!', '- A? unsent No.']);
    expect(lines(turns, true)).toEqual(['7 B?', '8 B!']);
  });

  it('keeps the object of a message that a page repeats, so that it is not rendered again', () => {
    const turns = turnsAfter(page(...turn('A', 1, 5)));
    const again = reduceTurns(turns, page(...turn('A', 1, 5)));
    expect(messagesOf(again).map((message, i) => message === messagesOf(turns)[i])).toEqual([
      true,
      true,
      true,
    ]);
  });
});

describe('hasGapBefore', () => {
  it.each<[string, TurnEvent[], TurnEvent, string, boolean]>([
    ['the turn that follows', [page()], asked('A', 1, 5), 'A', false],
    ['a turn that leaves a gap', [page()], asked('A', 3, 5), 'A', true],
    ['a reply without its question', [page()], streaming('A', 2), 'A', true],
    ['the same piece once more', [page(), streaming('A', 2)], streaming('A', 2), 'A', false],
    ['pieces of a turn at the place of another', [page(...turn('A', 1, 5))], streaming('B', 2), 'B', true],
    ['the end of an unknown replacement', [page(...turn('A', 1, 5))], ended('B', 2, 9), 'B', true],
    ['the place of a message from here', [page(), sent('A')], accepted('A', 1, 5), 'A', false],
    ['the place of a message from here, after a gap', [page(), sent('A')], accepted('A', 3, 5), 'A', true],
  ])('%s', (_, before, event, requestId, expected) => {
    const turns = turnsAfter(...before);
    expect(hasGapBefore(turns, reduceTurns(turns, event), requestId, [])).toBe(expected);
  });
});
