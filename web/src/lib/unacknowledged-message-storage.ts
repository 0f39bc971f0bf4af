import type { Effort, FileInfo } from '#contract/entities';
import { tabStorage } from './browser-storage.ts';
import { SENT_PREFIX } from './personal-data-storage.ts';

/**
 * Message that the server has not acknowledged yet or has refused, or that the client could not send. After a reload,
 * the client sends an unacknowledged message again. The id stays the same, so the server processes the message only
 * once. The client shows a message with `refused` again, but does not send it.
 */
export interface SentMessage {
  readonly requestId: string;
  readonly chatId: string;
  /** E-mail of the user, or GUEST. Another user who signs in in this tab must not send the message. */
  readonly sender: string;
  readonly text: string;
  /** Time of sending, ISO 8601. */
  readonly createdAt: string;
  /**
   * Index of the last stored message on screen when this message was created, or -1 if there was none. A
   * refused or unsent message has MAX_SAFE_INTEGER if its place may be outside the messages on screen. The page then
   * shows this message below all stored messages.
   */
  readonly after: number;
  /** True for the user's first message in the chat. */
  readonly first: boolean;
  /**
   * Index of the earlier message that this one replaces. The user has edited the earlier message, or wants another
   * reply to the earlier message.
   */
  readonly replaces?: number;
  /** Index of the message of which this one is a new version. */
  readonly versionOf?: number;
  /** Index of the last message of the older path that this one continues. */
  readonly continues?: number;
  readonly model?: string;
  readonly effort?: Effort;
  /** With files, `text` may be empty. */
  readonly files?: readonly FileInfo[];
  /** Text for the user: why the message was refused, or could not be sent. */
  readonly refused?: string;
  readonly code?: string;
}

export const GUEST = 'guest';

export interface SentMessageStorage {
  of(sender: string): readonly SentMessage[];
  keep(message: SentMessage): void;
  forget(requestId: string): void;
}

export const sentMessageStorage: SentMessageStorage = {
  of: (sender) =>
    tabStorage
      .keys()
      .filter((key) => key.startsWith(SENT_PREFIX))
      .flatMap((key) => read(tabStorage.get(key)))
      .filter((message) => message.sender === sender)
      .sort((a, b) => a.createdAt.localeCompare(b.createdAt)),
  keep(message) {
    // Removes the old value first, because a full storage may refuse the new value. An old value without `refused`
    // would make the client send a refused message again after a reload.
    sentMessageStorage.forget(message.requestId);
    tabStorage.set(SENT_PREFIX + message.requestId, JSON.stringify(message));
  },
  forget: (requestId) => tabStorage.remove(SENT_PREFIX + requestId),
};

function read(json: string | null): SentMessage[] {
  try {
    const value: unknown = JSON.parse(json ?? '');
    return isSentMessage(value) ? [value] : [];
  } catch {
    return [];
  }
}

type Optional = 'replaces' | 'versionOf' | 'continues' | 'model' | 'effort' | 'files' | 'refused' | 'code';
const OPTIONAL = {
  replaces: 'number',
  versionOf: 'number',
  continues: 'number',
  model: 'string',
  effort: 'string',
  files: 'object',
  refused: 'string',
  code: 'string',
} as const satisfies Record<Optional, string>;
const FIELDS = {
  requestId: 'string',
  chatId: 'string',
  sender: 'string',
  text: 'string',
  createdAt: 'string',
  after: 'number',
  first: 'boolean',
} as const satisfies Record<Exclude<keyof SentMessage, Optional>, string>;

const isSentMessage = (value: unknown): value is SentMessage =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(FIELDS).every(([name, type]) => typeof Reflect.get(value, name) === type) &&
  Object.entries(OPTIONAL).every(([name, type]) =>
    ['undefined', type].includes(typeof Reflect.get(value, name)),
  );
