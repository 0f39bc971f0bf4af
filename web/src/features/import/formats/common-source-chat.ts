import type { ImportedTurn } from '#contract/import';

export type Source = 'chatgpt' | 'claude' | 'own';

/** Message of another product's chat. */
export interface SourceMessage {
  readonly role: 'user' | 'assistant';
  readonly text: string;
  /** Milliseconds since the epoch; undefined when unknown. */
  readonly at: number | undefined;
  readonly model?: string | undefined;
}

/** Format into which the readers of all exports convert a chat. */
export interface SourceChat {
  readonly source: Source;
  /** Id that the source gave the chat, if the export contains it. */
  readonly sourceId: string | undefined;
  readonly name: string;
  /** Milliseconds since the epoch; undefined when unknown. */
  readonly createdAt: number | undefined;
  readonly isArchived: boolean;
  readonly isPinned: boolean;
  /** Messages of another product's chat, on the path that the product shows. Empty for our own chats. */
  readonly messages: readonly SourceMessage[];
  /** Turns of our own chats. */
  readonly turns?: readonly ImportedTurn[];
}
