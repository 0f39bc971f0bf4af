/** Indexes the texts of changed items of the chats table. */

import type { HeadRow, IndexStore } from '../../store/search/index-rows.ts';
import type { TurnItem } from '../../store/turns/turns.ts';
import { documentsOf } from './documents/document-indexer.ts';
import { idOf, isOneIn, NAME_INDEX } from './index-layout.ts';
import { withFileNames } from './message-text-with-file-names.ts';
import { encodeRecent, type IndexedDoc, indexed, isIndexable, type TextDoc } from './text-list-format.ts';

type Item = Readonly<Record<string, unknown>>;

export interface ItemChange {
  readonly keys: { readonly pk: string; readonly sk: string };
  readonly before: Item | undefined;
  readonly after: Item | undefined;
}

export interface OwnedDoc extends TextDoc {
  readonly owner: string;
  readonly hasDocuments?: true;
}

/**
 * Returns the changed text to index: the text of a turn that has ended, or a chat's name. Undefined for an unchanged
 * text, a notice (welcome, thank-you), a chat whose import has not ended, and the items of guests and temporary chats.
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

/** Joins both messages of a turn and the names of its files. Undefined for a notice or an unfinished reply. */
export function turnText({ kind, status, userText = '', text = '', files }: Item): string | undefined {
  if (kind !== undefined || status === 'streaming') return undefined;
  const asked = withFileNames(String(userText), (files as TurnItem['files']) ?? []); // the item is a TurnItem
  return `${asked}\n${text}`;
}

/** Undefined for a chat whose import has not ended. Its name is indexed by the change that ends the import. */
const nameText = ({ name, importing }: Item): string | undefined =>
  typeof name === 'string' && importing === undefined ? name : undefined;

/** About one in `CHECK_EVERY` changed texts starts a check whether a merge of the owner's index is due. */
const CHECK_EVERY = 16;
/** Maximum texts and terms of a recent row. They keep the row far below DynamoDB's limit of 400 KB. */
const ROW_DOCS_MAX = 32;
const ROW_TERMS_MAX = 20_000;

/**
 * Builds the recent rows (`index-layout.ts`) for the latest text of each turn and the latest name of each chat.
 * @param at time of the first change in Unix milliseconds. The id of each row contains this time, so a retry of the
 * same changes overwrites the rows of the earlier attempt.
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

export async function indexDocs(
  owner: string,
  docs: readonly OwnedDoc[],
  { store, at }: { store: Pick<IndexStore, 'putHead'>; at: number },
): Promise<void> {
  await Promise.all(recentRows(docs, at).map((row) => store.putHead(owner, row)));
}

/** True when these changes start a check whether a merge is due. */
export const isCheckDue = (docs: readonly OwnedDoc[]): boolean =>
  docs.some(({ ref }) => isOneIn(CHECK_EVERY, ref));
