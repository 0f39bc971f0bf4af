/** Store of the server of these tests. */
import type { Chat, Message, MessageStatus } from '#contract/entities';

/** A user's message and its reply under one index, or a message of the assistant's own. */
export interface StoredTurn {
  readonly index: number;
  readonly requestId: string;
  /** Ids of the turns that this one has replaced. */
  readonly earlierIds: readonly string[];
  readonly userText?: string;
  readonly at: string;
  readonly kind?: 'welcome' | 'extra';
  text: string;
  status: MessageStatus;
  attempt: number;
  liked?: boolean;
  /** Which reply of the run it is. */
  nth?: number;
  leaseUntil?: number;
  stop?: boolean;
  bodiless?: boolean;
}

export interface StoredChat extends Chat {
  nextIndex: number;
  pending?: { readonly requestId: string; readonly index: number };
  turns: readonly StoredTurn[];
  /** Messages whose place another took. */
  readonly replaced: Set<string>;
}

/** The messages of a chat as its history tells them. */
export function history(chat: StoredChat): Message[] {
  return chat.turns.flatMap((turn) => {
    const { userText, index, at: createdAt, status, attempt, liked, kind } = turn;
    const requestId = turn.requestId || `at:${index}`;
    const reply: Message = {
      requestId,
      role: 'assistant',
      content: turn.text,
      createdAt,
      messageIndex: userText === undefined ? index : index + 1,
      status,
      ...(liked !== undefined && { liked }),
      ...(status === 'streaming' && { attempt }),
      ...(kind === 'welcome' && { isWelcome: true }),
      ...(kind === 'extra' && { isExtra: true }),
    };
    if (userText === undefined) return [reply];
    return [
      { requestId, role: 'user', content: userText, createdAt, messageIndex: index, status: 'complete' },
      reply,
    ] satisfies Message[];
  });
}
