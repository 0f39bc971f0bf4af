/** The texts that a changed item of the chats table adds to the index. */

import type { HeadRow, IndexStore } from '../../store/search/index-rows.ts';
import { idOf, isOneIn, NAME_INDEX } from './index-layout.ts';
import { encodeRecent, type IndexedDoc, indexed, isIndexable, type TextDoc } from './indexed-docs.ts';

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

/** One change in so many has the owner's index looked at: often enough for a merge soon after it is due. */
const CHECK_EVERY = 16;
/** Texts of a row at most, and terms: a row stays far below DynamoDB's 400 KB. */
const ROW_DOCS_MAX = 32;
const ROW_TERMS_MAX = 20_000;

/** @param at when the changes were made, in milliseconds: the same batch gets the same rows when it comes again */
function recentRows(docs: readonly OwnedDoc[], at: number): HeadRow[] {
  const latest = new Map(docs.map((doc) => [`${doc.ref.chatId}/${doc.ref.index}`, doc]));
  const groups: IndexedDoc[][] = [];
  let terms = 0;
  for (const doc of [...latest.values()].map(indexed)) {
    const open = groups.at(-1);
    terms += doc.terms.size;
    if (open && open.length < ROW_DOCS_MAX && terms <= ROW_TERMS_MAX) open.push(doc);
    else {
      groups.push([doc]);
      terms = doc.terms.size;
    }
  }
  return groups.map((group) => {
    const data = encodeRecent(group);
    return { tier: 0, id: idOf(at, data), data };
  });
}

/** Indexes an owner's texts. */
export async function indexDocs(
  owner: string,
  docs: readonly OwnedDoc[],
  { store, at }: { store: Pick<IndexStore, 'putHead'>; at: number },
): Promise<void> {
  await Promise.all(recentRows(docs, at).map((row) => store.putHead(owner, row)));
}

/** True when it is time to see if the owner's index is due for a merge. */
export const isCheckDue = (docs: readonly OwnedDoc[]): boolean =>
  docs.some(({ ref }) => isOneIn(CHECK_EVERY, ref));
