/**
 * Measures searches in histories of 1,000, 10,000 and 50,000 messages, without and with documents: read units,
 * sequential calls and time of a search, and write units of indexing and merging. The floor of the time is that of
 * reading one item. `node bench/search.ts [messages...]`
 */

import { LoadedIndex } from './emulated-search-index.ts';
import { isQuick, median, print, rounds } from './report.ts';
import { Corpus, type StoredTurn } from './search-corpus.ts';

/** Budgets of a search (docs/architecture.md 8), and write units of a message and of a document's page. */
const READ_BUDGET = 35;
const CALLS_BUDGET = 2;
const WRITES_BUDGET = 2;
const PAGE_WRITES_BUDGET = 7;
const TIMES = rounds(9);

const sizes = process.argv.slice(2).map(Number).filter(Boolean);
const index = await LoadedIndex.start();
const corpus = new Corpus(7);
for (const messages of sizes.length > 0 ? sizes : isQuick ? [1_000] : [1_000, 10_000, 50_000]) {
  const owner = `owner-${messages}`;
  const turns = corpus.turns(messages / 2, messages / 50);
  const writes = await index.load(owner, turns);
  print(`${messages} messages in ${messages / 50} chats`, [
    { what: 'index and merge', value: writes / messages, unit: 'WCU a message', budget: WRITES_BUDGET },
  ]);
  for (const [what, query] of Object.entries(queriesOf(turns))) await measure(owner, what, query);
  await measureWithDocuments(owner, turns);
}
await index.close();

async function measureWithDocuments(owner: string, turns: readonly StoredTurn[]): Promise<void> {
  const documents = corpus.documents(turns.length / 50, turns);
  const pages = documents.reduce((sum, document) => sum + document.pages, 0);
  const writes = await index.loadDocuments(owner, documents);
  print(`the same with ${documents.length} documents of ${pages} pages`, [
    { what: 'index and merge', value: writes / documents.length, unit: 'WCU a document' },
    { what: 'index and merge', value: writes / pages, unit: 'WCU a page', budget: PAGE_WRITES_BUDGET },
  ]);
  for (const [what, query] of Object.entries(queriesOf(turns))) await measure(owner, what, query);
  const texts = documents.map(({ text }) => ({ words: text.match(/[a-z]+/g) ?? [] }));
  for (const [what, query] of Object.entries(queriesOf(texts)))
    await measure(owner, `of documents, ${what}`, query);
}

function queriesOf(texts: readonly Pick<StoredTurn, 'words'>[]): Record<string, string> {
  const counts = new Map<string, number>();
  for (const { words } of texts)
    for (const word of new Set(words)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const byCount = [...counts].filter(([word]) => word.length > 3).toSorted((a, b) => b[1] - a[1]);
  const at = (share: number) => byCount[Math.floor(share * (byCount.length - 1))]?.[0] ?? '';
  const common = byCount[0]?.[0] ?? '';
  return {
    'a rare word': at(0.9),
    'a word of some chats': at(0.05),
    'a word of most messages': common,
    'its first three letters': common.slice(0, 3),
    'two words': `${at(0.02)} ${common}`,
    'three words': `${at(0.01)} ${at(0.005)} ${common}`,
  };
}

async function measure(owner: string, what: string, query: string): Promise<void> {
  const times: number[] = [];
  const floors: number[] = [];
  for (let i = 0; i < TIMES; i++) {
    floors.push(await index.timed(() => index.getOne(owner)));
    times.push(await index.timed(() => index.search(owner, query)));
  }
  const { reads, rounds, result } = await index.counted(owner, query);
  print(
    `  ${what}: ${result.chats.length} chats, ${result.messages.length} messages${result.hasMore ? ' and more' : ''}`,
    [
      { what: 'read units', value: reads, unit: 'RCU', budget: READ_BUDGET },
      { what: 'sequential calls', value: rounds, unit: 'calls', budget: CALLS_BUDGET },
      { what: 'time', value: median(times), unit: 'ms', floor: median(floors) },
    ],
  );
}
