/**
 * Measures search over histories of 1,000, 10,000 and 50,000 messages: read units and sequential calls of a
 * search, write units of indexing and merging, and the time of a search over that of one read of an item.
 * `node bench/search.ts [messages...]`
 */
import { median, print } from './report.ts';
import { Corpus, type StoredTurn } from './search-corpus.ts';
import { LoadedIndex } from './search-index.ts';

/** Budget (docs/architecture.md 8). */
const READ_BUDGET = 35;
const CALLS_BUDGET = 2;
const WRITES_BUDGET = 2;
const TIMES = 9;

const sizes = process.argv.slice(2).map(Number);
const index = await LoadedIndex.start();
const corpus = new Corpus(7);
for (const messages of sizes.length > 0 ? sizes : [1_000, 10_000, 50_000]) {
  const owner = `owner-${messages}`;
  const turns = corpus.turns(messages / 2, messages / 50);
  const writes = await index.load(owner, turns);
  print(`${messages} messages in ${messages / 50} chats`, [
    { what: 'index and merge', value: writes / messages, unit: 'WCU a message', budget: WRITES_BUDGET },
  ]);
  for (const [what, query] of Object.entries(queriesOf(turns))) await measure(owner, what, query);
}
await index.close();

/** Words of the stored texts, by how often they occur. */
function queriesOf(turns: readonly StoredTurn[]): Record<string, string> {
  const counts = new Map<string, number>();
  for (const { words } of turns)
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
