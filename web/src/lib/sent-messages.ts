import { SENT_PREFIX, tabStorage } from './storage.ts';

/**
 * Messages that were sent and not acknowledged, kept for the tab's life: after a reload they are sent again
 * under the same id, which the server carries out once. Those that were refused are shown again.
 */
export interface SentMessage {
  /** The id of the frame. */
  readonly requestId: string;
  readonly chatId: string;
  /** Sender: a user's e-mail, or GUEST. Another user who signs in in this tab does not send it on. */
  readonly sender: string;
  readonly text: string;
  readonly createdAt: string;
  /** The index of the message before it; -1 where there was none. */
  readonly after: number;
  /** True for the chat's first message. */
  readonly first: boolean;
  /** The index of the message whose place it takes. */
  readonly replaces?: number;
  /** The model that was chosen for it. */
  readonly model?: string;
  /** The server did not take it in, for this reason; it is not sent again by itself. */
  readonly refused?: string;
  /** The error's code. */
  readonly code?: string;
}

/** The `sender` of what was sent without an account. */
export const GUEST = 'guest';

export interface SentMessages {
  /** Messages of a sender, in any chat, that wait for their answer or were refused; oldest first. */
  of(sender: string): readonly SentMessage[];
  keep(message: SentMessage): void;
  forget(requestId: string): void;
}

export const sentMessages: SentMessages = {
  of: (sender) =>
    tabStorage
      .keys()
      .filter((key) => key.startsWith(SENT_PREFIX))
      .flatMap((key) => read(tabStorage.get(key)))
      .filter((message) => message.sender === sender)
      .sort((a, b) => a.createdAt.localeCompare(b.createdAt)),
  keep: (message) => tabStorage.set(SENT_PREFIX + message.requestId, JSON.stringify(message)),
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

type Optional = 'replaces' | 'model' | 'refused' | 'code';
const OPTIONAL = {
  replaces: 'number',
  model: 'string',
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
