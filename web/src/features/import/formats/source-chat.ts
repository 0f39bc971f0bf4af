/** Format into which the readers of all exports convert a chat, and helpers to read JSON of an unknown shape. */
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

export interface SourceChat {
  readonly source: Source;
  /** Id in the source; undefined when it has none. */
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

export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Latest time that a JavaScript `Date` can hold, in milliseconds since the epoch. */
const TIME_MAX = 8.64e15;

/** Returns a positive time in Unix seconds as milliseconds since the epoch; undefined for anything else. */
export const ofSeconds = (value: unknown): number | undefined =>
  typeof value === 'number' && value > 0 && value * 1000 < TIME_MAX ? Math.round(value * 1000) : undefined;

/** Returns an ISO 8601 time after the epoch as milliseconds since the epoch; undefined for anything else. */
export function ofIso(value: unknown): number | undefined {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) || at <= 0 ? undefined : at;
}

/**
 * Returns the ids of the nodes on the path from the root of the chat's tree to `last`. `isBroken` is true when the path
 * is cut off, because a node on it is missing in the file, or because it reaches the same node twice.
 */
export function pathTo(
  last: string,
  parentOf: (id: string) => string | undefined,
  isThere: (id: string) => boolean,
): { readonly ids: readonly string[]; readonly isBroken: boolean } {
  const ids: string[] = [];
  const seen = new Set<string>();
  let id: string | undefined = last;
  while (id !== undefined) {
    if (!isThere(id) || seen.has(id)) return { ids: ids.toReversed(), isBroken: true };
    seen.add(id);
    ids.push(id);
    id = parentOf(id);
  }
  return { ids: ids.toReversed(), isBroken: false };
}
