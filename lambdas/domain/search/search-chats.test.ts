/** Compares search with a linear scan of all texts, after random edits, deletions, crashes and merges. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SearchResult } from '#contract/entities';
import type { IndexStore, ShardRow } from '../../store/search/index-rows.ts';
import { uuidv7 } from '../uuidv7.ts';
import { Crash, MemoryIndex, MemoryTexts } from './in-memory-index-and-texts-for-tests.ts';
import type { ItemChange } from './index-changed-items.ts';
import { indexDocs } from './index-changed-items.ts';
import { FAN_OUT, NAME_INDEX } from './index-layout.ts';
import { mergeIndex } from './merge-index.ts';
import { rebuildIndex } from './rebuild-index.ts';
import { searchChats } from './search-chats.ts';
import { decodeDocs, indexed } from './text-list-format.ts';
import { writeSegment } from './write-segment.ts';

const OWNER = 'owner';
const WORDS = ['ant', 'antler', 'Bee', 'be', 'cat', 'catalog', 'dog', 'éclair', 'x', '東京', '京都市', '🎉'];
const QUERIES = [
  ...WORDS,
  'an',
  'ant',
  'eclair',
  'ant bee',
  'cat dog x',
  '京',
  '東京 ant',
  'catal 🎉',
  'none',
];

class World {
  readonly texts = new MemoryTexts();
  readonly index = new MemoryIndex();
  readonly ports = {
    store: this.index,
    readTexts: this.texts.readTexts,
    findExisting: this.texts.findExisting,
  };
  #clock = 1_700_000_000_000;

  /** Indexes a changed text. The stream may deliver a change several times (`times`). */
  async #changed(chatId: string, index: number, text: string, times = 1): Promise<void> {
    const at = this.#clock++;
    const doc = { owner: OWNER, ref: { chatId, index }, text };
    for (let i = 0; i < times; i++) await indexDocs(OWNER, [doc], { store: this.index, at });
  }

  async say(chat: number, index: number, userText: string, reply: string, times: number): Promise<void> {
    const chatId = this.texts.addChat(chat, this.texts.chats.get(this.idOf(chat))?.name ?? 'Chat');
    this.texts.putTurn(chatId, index, userText, reply);
    await this.#changed(chatId, index, `${userText}\n${reply}`, times);
  }

  async rename(chat: number, name: string): Promise<void> {
    const chatId = this.texts.addChat(chat, name);
    await this.#changed(chatId, NAME_INDEX, name);
  }

  idOf = (chat: number) => `019a0000-0000-7000-8000-${String(chat).padStart(12, '0')}`;

  remove(chat: number, forGood: boolean): void {
    const known = this.texts.chats.get(this.idOf(chat));
    if (!known) return;
    if (!forGood) {
      this.texts.chats.set(known.chatId, { ...known, deletedAt: 'now' });
      return;
    }
    this.texts.chats.delete(known.chatId);
    for (const [key, turn] of this.texts.turns)
      if (turn.chatId === known.chatId) this.texts.turns.delete(key);
  }

  async merge(writes: number): Promise<void> {
    this.index.writesLeft = writes;
    try {
      await mergeIndex(OWNER, this.ports);
    } catch (error) {
      if (!(error instanceof Crash)) throw error;
    } finally {
      this.index.writesLeft = Number.POSITIVE_INFINITY;
    }
  }

  /** The items of the chats table. */
  async *items(): AsyncGenerator<ItemChange> {
    for (const { chatId, ...turn } of this.texts.turns.values())
      yield { keys: { pk: `CHAT#${OWNER}#${chatId}`, sk: 'MSG#' }, before: undefined, after: turn };
  }

  rebuild = () =>
    rebuildIndex(OWNER, {
      ...this.texts.documentPorts(this.index),
      store: this.index,
      items: () => this.items(),
      filesWithPassages: async () => new Set([...this.texts.passages.values()].map(({ fileId }) => fileId)),
    });

  search = (query: string) => searchChats(OWNER, query, this.ports);

  /** `chatId/messageId` of each message, and `chatId/name` of each chat's name, that has all words of the query. */
  expected(query: string): Set<string> {
    const found = new Set<string>();
    for (const { chatId, name, deletedAt } of this.texts.chats.values()) {
      if (deletedAt) continue;
      if (holds(name, query)) found.add(`${chatId}/name`);
      for (const turn of this.texts.turns.values()) {
        if (turn.chatId !== chatId) continue;
        if (holds(turn.userText ?? '', query)) found.add(`${chatId}/${turn.index}`);
        if (holds(turn.text, query)) found.add(`${chatId}/${turn.index + 1}`);
      }
    }
    return found;
  }
}

const plain = (text: string) => text.toLowerCase().replaceAll('é', 'e').split(' ');
const isWord = (word: string) => /^[a-z]/.test(word);

/** Matches a text by plain splitting, which is enough for this test: its words stand between single spaces. */
function holds(text: string, query: string): boolean {
  return plain(query).every((wanted) =>
    plain(text).some((word) => {
      if (!isWord(wanted)) return word.includes(wanted);
      return wanted.length < 3 ? word === wanted : word.startsWith(wanted);
    }),
  );
}

function namesIn({ chats, messages }: SearchResult): Set<string> {
  const names = chats
    .filter(({ nameMatches }) => nameMatches.length > 0)
    .map(({ chatId }) => `${chatId}/name`);
  return new Set([...names, ...messages.map(({ chatId, messageId }) => `${chatId}/${messageId}`)]);
}

function expectRight(result: SearchResult, expected: ReadonlySet<string>, query: string): void {
  const found = namesIn(result);
  const wrong = [...found].filter((name) => !expected.has(name));
  expect([query, wrong]).toEqual([query, []]);
  if (!result.hasMore) expect([query, [...expected].filter((name) => !found.has(name))]).toEqual([query, []]);
  if (expected.size > 0) expect([query, found.size]).not.toEqual([query, 0]);
  const order = result.chats.map(({ createdAt }) => createdAt);
  expect(order).toEqual(order.toSorted().reverse());
  for (const { chatId, matchedMessages } of result.chats) {
    const ids = result.messages
      .filter((message) => message.chatId === chatId)
      .map(({ messageId }) => messageId);
    expect(matchedMessages).toEqual(ids);
    expect(ids.map(Number)).toEqual(ids.map(Number).toSorted((a, b) => b - a));
  }
}

const text = fc
  .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 })
  .map((words) => words.join(' '));
const chat = fc.nat(6);
const step = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant('say'),
      chat,
      turn: fc.nat(30),
      text,
      reply: text,
      times: fc.constantFrom(1, 1, 1, 2),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('rename'), chat, text }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove'), chat, forGood: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('merge'), writes: fc.oneof(fc.nat(8), fc.constant(10_000)) }),
  },
);
type Step = {
  kind: string;
  chat?: number;
  turn?: number;
  text?: string;
  reply?: string;
  times?: number;
  forGood?: boolean;
  writes?: number;
};

async function run(
  world: World,
  { kind, chat: n = 0, turn = 0, text: first = '', reply = '', times = 1, ...more }: Step,
): Promise<void> {
  if (kind === 'say') await world.say(n, 2 * turn + 1, first, reply, times);
  if (kind === 'rename') await world.rename(n, first);
  if (kind === 'remove') world.remove(n, more.forGood ?? false);
  if (kind === 'merge') await world.merge(more.writes ?? 0);
}

describe('searchChats', () => {
  it('finds what a linear scan finds, after any history of writes, removals, crashes and merges', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 40, maxLength: 160 }), async (steps) => {
        const world = new World();
        for (const one of steps) await run(world, one);
        for (const query of QUERIES) expectRight(await world.search(query), world.expected(query), query);
        await world.merge(10_000);
        for (const query of QUERIES) expectRight(await world.search(query), world.expected(query), query);
      }),
      { numRuns: 25, endOnFailure: true },
    );
  }, 120_000);

  it('finds what a linear scan finds while two searches and two merges run at once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(9), { minLength: 20, maxLength: 60 }),
        fc.array(fc.nat(60), { minLength: 30 }),
        async (turns, pauses) => {
          const world = new World();
          for (let i = 0; i < 600; i++)
            await world.say(i % 5, 2 * i + 1, WORDS[i % WORDS.length] ?? '', `n${i}`, 1);
          let call = 0;
          world.index.microtasks = () => pauses[call++ % pauses.length] ?? 0;
          const searches = async () => {
            for (const n of turns) {
              const query = `n${n * 59}`;
              expectRight(await world.search(query), world.expected(query), query);
            }
          };
          await Promise.all([
            mergeIndex(OWNER, world.ports),
            mergeIndex(OWNER, world.ports),
            searches(),
            searches(),
          ]);
          for (const n of [0, 63, 64, 511, 512, 599])
            expectRight(await world.search(`n${n}`), world.expected(`n${n}`), `n${n}`);
        },
      ),
      { numRuns: 8, endOnFailure: true },
    );
  }, 120_000);

  it('a merge that another merge has overtaken does not overwrite its result', async () => {
    const world = new World();
    // 511 turns, one fewer than a segment of tier 2 holds, so the rebuild makes eight segments of tier 1.
    const chatId = world.texts.addChat(0, 'Chat');
    for (let i = 1; i < 512; i++) world.texts.putTurn(chatId, 2 * i - 1, `n${i}`, 'ant');
    await world.rebuild();
    expect([...world.index.head.values()].map(({ tier }) => tier)).toEqual(Array(8).fill(1));
    const { index } = world;
    let isOvertaken = false;
    const slow: IndexStore = {
      readHead: () => index.readHead(),
      putHead: (owner, row) => index.putHead(owner, row),
      replaceHead: (owner, row, source) => index.replaceHead(owner, row, source),
      writeShards: (owner, puts, deletes) => index.writeShards(owner, puts, deletes as ShardRow[]),
      deleteHead: (owner, keys) => index.deleteHead(owner, keys),
      async readShard(owner, tier, shard) {
        if (shard === 5 && !isOvertaken) {
          isOvertaken = true;
          expect(await mergeIndex(OWNER, world.ports)).toBe(1);
        }
        return index.readShard(owner, tier, shard);
      },
    };
    expect(await mergeIndex(OWNER, { ...world.ports, store: slow })).toBe(0);
    expect([...index.head.values()].map(({ tier }) => tier)).toEqual([2]);
    for (let i = 1; i < 512; i += 17)
      expectRight(await world.search(`n${i}`), world.expected(`n${i}`), `n${i}`);
  });

  it('a merge removes a segment that is listed again after its shards were deleted', async () => {
    const world = new World();
    const chatId = world.texts.addChat(0, 'Chat');
    const segment = (n: number) =>
      writeSegment(OWNER, world.index, [indexed({ ref: { chatId, index: 1 }, text: `n${n}` })], n);
    const tiers = () => [...world.index.head.values()].map(({ tier }) => tier).sort();
    for (let n = 1; n <= FAN_OUT; n++) await segment(n);
    const [first = expect.fail()] = await world.index.readHead();
    expect(await mergeIndex(OWNER, world.ports)).toBe(1);
    // The repeated write of a head row whose first answer was lost.
    await world.index.putHead(OWNER, first);
    for (let n = 2; n <= FAN_OUT; n++) await segment(10 + n);
    expect(tiers()).toEqual([...Array(FAN_OUT).fill(1), 2]);
    expect(await mergeIndex(OWNER, world.ports)).toBe(0);
    expect(tiers()).toEqual([...Array(FAN_OUT - 1).fill(1), 2]);
    await segment(20);
    expect(await mergeIndex(OWNER, world.ports)).toBe(1);
    expect(tiers()).toEqual([2, 2]);
  });

  it.each([
    ['keeps the texts of a chat that is less than an hour old', 59 * 60_000, 1],
    ['drops the texts of an older chat', 61 * 60_000, 0],
  ])('a merge %s when the chat has no item', async (_, age, kept) => {
    const world = new World();
    const chatId = uuidv7(Date.now() - age);
    for (let n = 1; n <= FAN_OUT; n++)
      await writeSegment(OWNER, world.index, [indexed({ ref: { chatId, index: 1 }, text: `n${n}` })], n);
    expect(await mergeIndex(OWNER, world.ports)).toBe(1);
    const [merged = expect.fail()] = await world.index.readHead();
    expect(decodeDocs(merged.data)).toHaveLength(kept);
  });

  it('a merge leaves out chats that were removed for good, and deletes what it replaced', async () => {
    const world = new World();
    for (let i = 0; i < 600; i++) await world.say(i % 3, 2 * i + 1, 'ant', `n${i}`, 1);
    world.remove(1, true);
    await world.merge(10_000);
    const segments = [...world.index.head.values()].filter(({ tier }) => tier > 0);
    const tiers = new Set([...world.index.shards.values()].map(({ segment }) => segment));
    expect(tiers).toEqual(new Set(segments.map(({ id }) => id)));
    expect(segments.some(({ tier }) => tier >= 2)).toBe(true);
    const { decodeDocs } = await import('./text-list-format.ts');
    const left = new Set(segments.flatMap(({ data }) => decodeDocs(data).map(({ chatId }) => chatId)));
    expect(left).toEqual(new Set([world.idOf(0), world.idOf(2)]));
  });
});
