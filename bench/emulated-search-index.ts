/** Runs the product's search on emulated tables, and counts its units and rounds of calls. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { BatchWriteCommand, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { SearchResult } from '#contract/entities';
import { indexDocuments } from '../lambdas/domain/search/documents/index-document-files-of-turn.ts';
import {
  indexDocs,
  isCheckDue,
  type OwnedDoc,
  turnText,
} from '../lambdas/domain/search/index-changed-items.ts';
import { NAME_INDEX } from '../lambdas/domain/search/index-layout.ts';
import { mergeIndex } from '../lambdas/domain/search/merge-index.ts';
import { searchChats } from '../lambdas/domain/search/search-chats.ts';
import { db } from '../lambdas/store/db-and-table-names.ts';
import { indexStore } from '../lambdas/store/search/index-rows.ts';
import { deletePassages, readIndexedTurn, writePassages } from '../lambdas/store/search/passage-rows.ts';
import { findExisting, readTexts } from '../lambdas/store/search/read-items-found-in-index.ts';
import { createDynamoDb, type DynamoDb } from '../local/dynamodb/dynamodb.ts';
import { createClock, createFaults } from '../local/faults/faults.ts';
import type { StoredDocument, StoredTurn } from './search-corpus.ts';

const key = (name: string, KeyType: string) => ({ AttributeName: name, KeyType });
const TABLE = {
  AttributeDefinitions: ['pk', 'sk'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
  KeySchema: [key('pk', 'HASH'), key('sk', 'RANGE')],
};
const PROGRESS = 5_000;

export class LoadedIndex {
  readonly #database: DynamoDb;
  readonly #server: http.Server;
  /** Calls that began while no other was in progress. */
  #rounds = 0;

  private constructor(database: DynamoDb) {
    this.#database = database;
    let running = 0;
    this.#server = http.createServer((request, response) => {
      if (running++ === 0) this.#rounds++;
      response.on('finish', () => running--);
      void database.handle(request, response);
    });
  }

  static async start(): Promise<LoadedIndex> {
    const tables = { Chats: TABLE, Search: TABLE };
    const open = { clock: createClock(), faults: createFaults(), authorize: () => undefined };
    const index = new LoadedIndex(await createDynamoDb({ tables, ...open }));
    await new Promise<void>((resolve) => index.#server.listen(0, '127.0.0.1', resolve));
    const { port } = index.#server.address() as AddressInfo;
    Object.assign(process.env, {
      AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${port}`,
      ...{ AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'bench', AWS_SECRET_ACCESS_KEY: 'bench' },
      ...{ CHATS_TABLE: 'Chats', SEARCH_TABLE: 'Search' },
    });
    return index;
  }

  /** Stores the turns and indexes them one by one. Returns the write units of the index, merges included. */
  async load(owner: string, turns: readonly StoredTurn[]): Promise<number> {
    await storeTexts(owner, turns);
    this.#database.resetStats();
    let writes = 0;
    for (const [i, { chatId, index, userText, text }] of turns.entries()) {
      const turn = turnText({ status: 'complete', userText, text }) ?? '';
      const docs: OwnedDoc[] = [{ owner, ref: { chatId, index }, text: turn }];
      // A chat is named when its first turn begins.
      if (index === 1) docs.unshift({ owner, ref: { chatId, index: NAME_INDEX }, text: nameOf(userText) });
      await indexDocs(owner, docs, { store: indexStore, at: 1_700_000_000_000 + i * 1_000 });
      if (isCheckDue(docs)) await mergeIndex(owner, { store: indexStore, findExisting });
      if (i % PROGRESS === PROGRESS - 1) {
        writes += this.#taken();
        console.log(`  ... ${i + 1} turns indexed`);
      }
    }
    return writes + this.#taken();
  }

  /** Adds documents to stored turns, and indexes them. Returns the write units of the index, merges included. */
  async loadDocuments(owner: string, documents: readonly StoredDocument[]): Promise<number> {
    const texts = new Map(documents.map(({ fileId, text }) => [fileId, text]));
    const ports = {
      ...{ store: indexStore, readIndexedTurn, writePassages, deletePassages },
      readText: async (_: string, fileId: string) => texts.get(fileId),
      fileExists: async (_: string, fileId: string) => texts.has(fileId),
    };
    for (const { turn, fileId, pages } of documents) {
      await storeFile(owner, turn, fileId, pages);
    }
    this.#database.resetStats();
    for (const [i, { turn, fileId, pages }] of documents.entries()) {
      const at = new Date(1_800_000_000_000 + i).toISOString();
      const { chatId, index, userText, text } = turn;
      const sent = {
        index,
        userText,
        text,
        replyAt: at,
        status: 'complete' as const,
        files: [fileOf(fileId, pages)],
      };
      await indexDocuments({ owner, chatId, turn: sent }, ports);
      await mergeIndex(owner, { store: indexStore, findExisting });
    }
    return this.#taken();
  }

  search = (owner: string, query: string): Promise<SearchResult> =>
    searchChats(owner, query, { store: indexStore, readTexts });

  /** Counts the read units and the rounds of calls of a search. Calls that run at the same time are one round. */
  async counted(
    owner: string,
    query: string,
  ): Promise<{ reads: number; rounds: number; result: SearchResult }> {
    this.#database.resetStats();
    this.#rounds = 0;
    const result = await this.search(owner, query);
    return { reads: this.#database.stats().readUnits, rounds: this.#rounds, result };
  }

  async getOne(owner: string): Promise<void> {
    await db().send(new GetCommand({ TableName: 'Chats', Key: { pk: `OWNER#${owner}`, sk: 'CHAT#none' } }));
  }

  /** Returns the milliseconds that `work` takes. */
  async timed(work: () => Promise<unknown>): Promise<number> {
    const startedAt = performance.now();
    await work();
    return performance.now() - startedAt;
  }

  async close(): Promise<void> {
    db().destroy();
    this.#server.closeAllConnections();
    this.#server.close();
    await this.#database.close();
  }

  #taken(): number {
    const { writeUnits } = this.#database.stats();
    this.#database.resetStats();
    return writeUnits;
  }
}

const fileOf = (fileId: string, pages: number) => ({
  ...{ fileId, name: 'paper.pdf', kind: 'document' as const, mediaType: 'application/pdf', pages },
  ...{ bytes: 100_000, tokens: 10_000, textBytes: 50_000 },
});

async function storeFile(owner: string, turn: StoredTurn, fileId: string, pages: number): Promise<void> {
  const { chatId, index } = turn;
  const file = fileOf(fileId, pages);
  await db().send(
    new PutCommand({
      TableName: 'Chats',
      Item: { pk: `OWNER#${owner}`, sk: `FILE#${fileId}`, chatId, ...file },
    }),
  );
  await db().send(
    new UpdateCommand({
      TableName: 'Chats',
      Key: { pk: `CHAT#${owner}#${chatId}`, sk: `MSG#${String(index).padStart(8, '0')}` },
      UpdateExpression: 'SET files = :files',
      ExpressionAttributeValues: { ':files': [file] },
    }),
  );
}

const nameOf = (text: string): string => text.slice(0, 20);

async function storeTexts(owner: string, turns: readonly StoredTurn[]): Promise<void> {
  const at = new Date(1_700_000_000_000).toISOString();
  const items = turns.flatMap(({ chatId, index, userText, text }) => [
    {
      ...{ pk: `CHAT#${owner}#${chatId}`, sk: `MSG#${String(index).padStart(8, '0')}` },
      ...{ index, userText, userAt: at, text, replyAt: at, status: 'complete', model: 'geminitwofive' },
    },
    ...(index === 1
      ? [
          {
            pk: `OWNER#${owner}`,
            sk: `CHAT#${chatId}`,
            chatId,
            name: nameOf(userText),
            createdAt: at,
            nextIndex: 99,
          },
        ]
      : []),
  ]);
  for (let i = 0; i < items.length; i += 25) {
    const Chats = items.slice(i, i + 25).map((Item) => ({ PutRequest: { Item } }));
    await db().send(new BatchWriteCommand({ RequestItems: { Chats } }));
  }
}
