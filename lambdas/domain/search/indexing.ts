/** Taking changes into the index: one small row for each owner in a batch. */
import type { HeadRow, IndexStore } from '../../store/search-index.ts';
import type { OwnedDoc } from './changes.ts';
import { idOf, isOneIn } from './layout.ts';
import { encodeRecent, type IndexedDoc, indexed } from './recent.ts';

/** One change in so many has the owner's index looked at: often enough for a merge soon after it is due. */
const CHECK_EVERY = 16;
/** Texts of a row at most, and terms: a row stays far below DynamoDB's 400 KB. */
const ROW_DOCS_MAX = 32;
const ROW_TERMS_MAX = 20_000;

/** @param at when the changes were made, in milliseconds: the same batch gets the same rows when it comes again */
export function recentRows(docs: readonly OwnedDoc[], at: number): HeadRow[] {
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
