/** The texts that a changed item of the chats table adds to the index. */

import { isIndexable } from './docs.ts';
import { NAME_INDEX } from './layout.ts';
import type { TextDoc } from './recent.ts';

type Item = Readonly<Record<string, unknown>>;

/** A change of an item, as the table's stream tells it. */
export interface ItemChange {
  readonly keys: { readonly pk: string; readonly sk: string };
  readonly before: Item | undefined;
  readonly after: Item | undefined;
}

export interface OwnedDoc extends TextDoc {
  readonly owner: string;
}

/**
 * The text that a change brings, if it brings one to index: a turn that has ended, a chat's name. A change that
 * leaves the text as it was (a like, the lock of a turn) brings none; nor does a notice, or anything of a guest.
 */
export function docOf({ keys, before, after }: ItemChange): OwnedDoc | undefined {
  if (!after) return undefined;
  const found = keys.sk.startsWith('MSG#') ? turnOf(keys.pk) : nameOf(keys.pk, keys.sk);
  if (!found || found.owner.startsWith('guest:') || !isIndexable(found.chatId)) return undefined;
  const read = keys.sk.startsWith('MSG#') ? turnText : nameText;
  const text = read(after);
  if (text === undefined || (before && read(before) === text)) return undefined;
  const index = keys.sk.startsWith('MSG#') ? Number(after.index) : NAME_INDEX;
  return { owner: found.owner, ref: { chatId: found.chatId, index }, text };
}

const turnOf = (pk: string) => {
  const [, owner, chatId] = /^CHAT#(.+)#([^#]+)$/.exec(pk) ?? [];
  return owner && chatId ? { owner, chatId } : undefined;
};

const nameOf = (pk: string, sk: string) => {
  const [[, owner] = [], [, chatId] = []] = [/^OWNER#(.+)$/.exec(pk) ?? [], /^CHAT#(.+)$/.exec(sk) ?? []];
  return owner && chatId ? { owner, chatId } : undefined;
};

/** Both messages of a turn in one: which of them matches is seen when they are read. */
export function turnText({ kind, status, userText = '', text = '' }: Item): string | undefined {
  return kind !== undefined || status === 'streaming' ? undefined : `${userText}\n${text}`;
}

const nameText = ({ name }: Item): string | undefined => (typeof name === 'string' ? name : undefined);
