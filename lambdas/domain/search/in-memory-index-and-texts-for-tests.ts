/** Index and chats of one owner, for tests. A test can make the index crash in the middle of any write. */
import type { ChatItem } from '../../store/chats/chats.ts';
import type { HeadRow, IndexStore, ShardRow } from '../../store/search/index-rows.ts';
import { type PassageRow, passageName } from '../../store/search/passage-rows.ts';
import type { Texts, WantedTexts } from '../../store/search/read-items-found-in-index.ts';
import type { TurnItem } from '../../store/turns/turns.ts';
import type { TurnPorts } from './documents/index-document-files-of-turn.ts';
import type { MergePorts } from './merge-index.ts';

export class Crash extends Error {}

const headKey = ({ tier, id }: { tier: number; id: string }) => `${tier}#${id}`;
const shardKey = ({ tier, shard, segment, part }: Omit<ShardRow, 'parts' | 'data' | 'writtenAt'>) =>
  `${tier}#${shard}#${segment}#${part}`;

export class MemoryIndex implements IndexStore {
  readonly head = new Map<string, HeadRow>();
  readonly shards = new Map<string, ShardRow>();
  /** Writes that still succeed. A later write does the first half of its steps and throws a `Crash`. */
  writesLeft = Number.POSITIVE_INFINITY;
  /** Microtasks that each call waits, so that concurrent calls interleave. */
  microtasks: () => number = () => 0;

  async readHead(): Promise<HeadRow[]> {
    await this.#wait();
    return [...this.head.values()].sort((a, b) => (headKey(a) < headKey(b) ? -1 : 1));
  }

  async readShard(_: string, tier: number, shard: number | undefined): Promise<ShardRow[]> {
    await this.#wait();
    return [...this.shards.values()].filter(
      (row) => row.tier === tier && (shard === undefined || row.shard === shard),
    );
  }

  async putHead(_: string, row: HeadRow): Promise<void> {
    await this.#write([() => this.head.set(headKey(row), row)]);
  }

  async replaceHead(_: string, row: HeadRow, source: { tier: number; id: string }): Promise<boolean> {
    await this.#wait();
    if (!this.head.has(headKey(source))) return false;
    await this.#write([() => this.head.has(headKey(source)) && this.head.set(headKey(row), row)], false);
    return true;
  }

  async writeShards(_: string, puts: readonly ShardRow[], deletes: readonly ShardRow[] = []): Promise<void> {
    await this.#write([
      ...puts.map((row) => () => this.shards.set(shardKey(row), row)),
      ...deletes.map((key) => () => this.shards.delete(shardKey(key))),
    ]);
  }

  async deleteHead(_: string, keys: readonly { tier: number; id: string }[]): Promise<void> {
    await this.#write(keys.map((key) => () => this.head.delete(headKey(key))));
  }

  async #write(steps: readonly (() => unknown)[], waits = true): Promise<void> {
    if (waits) await this.#wait();
    if (this.writesLeft-- > 0) {
      for (const step of steps) step();
      return;
    }
    for (const step of steps.slice(0, steps.length / 2)) step();
    throw new Crash();
  }

  async #wait(): Promise<void> {
    for (let i = this.microtasks(); i > 0; i--) await Promise.resolve();
  }
}

export class MemoryTexts {
  readonly chats = new Map<string, ChatItem & { deletedAt?: string }>();
  readonly turns = new Map<string, TurnItem & { chatId: string }>();
  /** Extracted texts by file id. */
  readonly documents = new Map<string, string>();
  /** Passages by `passageName`. */
  readonly passages = new Map<string, PassageRow>();
  /** Called before each step of `documentPorts`. A test can make it throw. */
  beforeStep: (step: 'write' | 'delete' | 'check') => void = () => undefined;

  readTexts = async (_: string, { turns, chatIds, passages }: WantedTexts): Promise<Texts> => ({
    turns: new Map(
      turns.flatMap(({ chatId, index }) => {
        const turn = this.turns.get(`${chatId}/${index}`);
        return turn ? [[`${chatId}/${index}`, turn]] : [];
      }),
    ),
    chats: new Map(
      chatIds.flatMap((chatId) => {
        const chat = this.chats.get(chatId);
        return chat && chat.deletedAt === undefined ? [[chatId, chat]] : [];
      }),
    ),
    passages: new Map(
      passages.flatMap((passage) => {
        const data = this.passages.get(passageName(passage))?.data;
        return data ? [[passageName(passage), data]] : [];
      }),
    ),
  });

  findExisting = async (
    _: string,
    { chatIds, fileIds }: Parameters<MergePorts['findExisting']>[1],
  ): Promise<Set<string>> =>
    new Set([
      ...chatIds.filter((chatId) => this.chats.has(chatId)),
      ...fileIds.filter((fileId) => this.documents.has(fileId)),
    ]);

  /** Adds the nth chat, created n minutes after a fixed time. Returns its id. */
  addChat(n: number, name: string): string {
    const chatId = `019a0000-0000-7000-8000-${String(n).padStart(12, '0')}`;
    const createdAt = new Date(1_700_000_000_000 + n * 60_000).toISOString();
    this.chats.set(chatId, { chatId, name, createdAt, nextIndex: 1 });
    return chatId;
  }

  documentPorts(store: MemoryIndex): TurnPorts {
    return {
      store,
      readText: async (_, fileId) => this.documents.get(fileId),
      readIndexedTurn: async (_, fileId) => this.passages.get(`${fileId}/0`)?.turn,
      writePassages: async (_, rows) => {
        for (const row of rows) {
          this.beforeStep('write');
          this.passages.set(passageName(row), row);
        }
      },
      deletePassages: async (_, fileId) => {
        this.beforeStep('delete');
        for (const name of this.passages.keys()) if (name.startsWith(fileId)) this.passages.delete(name);
      },
      fileExists: async (_, fileId) => {
        this.beforeStep('check');
        return this.documents.has(fileId);
      },
    };
  }

  putTurn(
    chatId: string,
    index: number,
    userText: string,
    text: string,
    files?: NonNullable<TurnItem['files']>,
  ): TurnItem {
    const at = new Date(1_700_000_000_000).toISOString();
    const turn = { index, userText, userAt: at, text, replyAt: at, status: 'complete' } as const;
    const stored = { ...turn, ...(files && { files }), chatId };
    this.turns.set(`${chatId}/${index}`, stored);
    return stored;
  }
}
