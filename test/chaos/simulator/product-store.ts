/** Chats and turns in the memory of the simulated server. */
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
  /** Number of this reply in the run, by which its fault was planned. */
  nth?: number;
  leaseUntil?: number;
  stop?: boolean;
  bodiless?: boolean;
}

export interface StoredChat extends Chat {
  nextIndex: number;
  pending?: { readonly requestId: string; readonly index: number };
  turns: readonly StoredTurn[];
  /** Texts of messages that an edit has replaced. */
  readonly replaced: Set<string>;
}

/** Returns the messages of a chat as the history call does. */
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
