/** Indexes the texts of changed items of the chats table. */

import type { HeadRow, IndexStore } from '../../store/search/index-rows.ts';
import type { TurnItem } from '../../store/turns/turns.ts';
import { documentsOf } from './documents/document-indexer.ts';
import { encodeRecent, type IndexedDoc, indexed, isIndexable, type TextDoc } from './encode-doc-lists.ts';
import { idOf, isOneIn, NAME_INDEX } from './index-layout.ts';
import { withFileNames } from './searchable-message-text.ts';

type Item = Readonly<Record<string, unknown>>;

/** Change of an item, from the table's stream. */
export interface ItemChange {
  readonly keys: { readonly pk: string; readonly sk: string };
  readonly before: Item | undefined;
  readonly after: Item | undefined;
}

export interface OwnedDoc extends TextDoc {
  readonly owner: string;
  /** True for a turn with documents whose text is searched. */
  readonly hasDocuments?: true;
}

/**
 * Returns the text that is to be indexed because of a change: the text of a turn that has ended, or a chat's name.
 * Undefined for a removed item, and for a change that leaves the text as it was (a like, the chat's lock). Also
 * undefined for a notice (the welcome, the thank-you message), for the name of a chat whose import has not ended, for
 * an item of a guest's or a temporary chat, and for any other item of the table.
 */
export function docOf({ keys, before, after }: ItemChange): OwnedDoc | undefined {
  if (!after) return undefined;
  const found = keys.sk.startsWith('MSG#') ? turnOf(keys.pk) : nameOf(keys.pk, keys.sk);
  if (!found || found.owner.startsWith('guest:') || !isIndexable(found.chatId)) return undefined;
  const read = keys.sk.startsWith('MSG#') ? turnText : nameText;
  const text = read(after);
  if (text === undefined || (before && read(before) === text)) return undefined;
  const index = keys.sk.startsWith('MSG#') ? Number(after.index) : NAME_INDEX;
  const hasDocuments = index !== NAME_INDEX && documentsOf(after).length > 0;
  const doc = { owner: found.owner, ref: { chatId: found.chatId, index }, text };
  return hasDocuments ? { ...doc, hasDocuments } : doc;
}

const turnOf = (pk: string) => {
  const [, owner, chatId] = /^CHAT#(.+)#([^#]+)$/.exec(pk) ?? [];
  return owner && chatId ? { owner, chatId } : undefined;
};

const nameOf = (pk: string, sk: string) => {
  const [[, owner] = [], [, chatId] = []] = [/^OWNER#(.+)$/.exec(pk) ?? [], /^CHAT#(.+)$/.exec(sk) ?? []];
  return owner && chatId ? { owner, chatId } : undefined;
};

/**
 * Joins both messages of a turn and the names of its files, since the index has one entry for each turn. A search that
 * finds the entry reads the turn and looks at each message by itself. Undefined for a notice or an unfinished reply.
 */
export function turnText({ kind, status, userText = '', text = '', files }: Item): string | undefined {
  if (kind !== undefined || status === 'streaming') return undefined;
  const asked = withFileNames(String(userText), (files as TurnItem['files']) ?? []); // the item is a TurnItem
  return `${asked}\n${text}`;
}

/** Undefined for a chat whose import has not ended. Its name is indexed by the change that ends the import. */
const nameText = ({ name, importing }: Item): string | undefined =>
  typeof name === 'string' && importing === undefined ? name : undefined;

/**
 * One in this many changes, on average, starts a check of the owner's index, so that a merge (`index-layout.ts`) begins
 * soon after it is due.
 */
const CHECK_EVERY = 16;
/**
 * Largest numbers of texts and of terms in a recent row (`index-layout.ts`: the row of changes that no merge has taken
 * into a segment yet). They keep the row far below DynamoDB's limit of 400 KB.
 */
const ROW_DOCS_MAX = 32;
const ROW_TERMS_MAX = 20_000;

/**
 * Builds the recent rows (`index-layout.ts`) of texts. If a turn or a chat's name occurs several times, only its latest
 * text is used.
 * @param at time of the changes in milliseconds, part of a row's id; a batch that is delivered again gets the same rows
 */
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

/** Writes an owner's texts to the index. */
export async function indexDocs(
  owner: string,
  docs: readonly OwnedDoc[],
  { store, at }: { store: Pick<IndexStore, 'putHead'>; at: number },
): Promise<void> {
  await Promise.all(recentRows(docs, at).map((row) => store.putHead(owner, row)));
}

/** True when these changes start a check of the owner's index for a due merge. */
export const isCheckDue = (docs: readonly OwnedDoc[]): boolean =>
  docs.some(({ ref }) => isOneIn(CHECK_EVERY, ref));
