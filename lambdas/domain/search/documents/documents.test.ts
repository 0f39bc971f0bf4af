/** Documents in the search: found by their text, whatever failed while they were indexed, and never after their removal. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { TurnItem } from '../../../store/turns/turns.ts';
import { NO_TEXT } from '../../files/formats/bounded-text.ts';
import { Crash, MemoryIndex, MemoryTexts } from '../in-memory-index-and-texts-for-tests.ts';
import type { ItemChange } from '../index-changed-items.ts';
import { docOf, indexDocs } from '../index-changed-items.ts';
import { mergeIndex } from '../merge-index.ts';
import { rebuildIndex } from '../rebuild-index.ts';
import { searchChats } from '../search-chats.ts';
import { documentsOf } from './document-indexer.ts';
import { indexDocuments } from './index-document-files-of-turn.ts';

const OWNER = 'owner';
const LONG = Array.from(
  { length: 9 },
  (_, i) => `[Page ${i + 1}]\n${`word${i} and filler `.repeat(300)}\n`,
).join('\n');

let texts: MemoryTexts;
let index: MemoryIndex;
let chatId: string;
beforeEach(() => {
  texts = new MemoryTexts();
  index = new MemoryIndex();
  chatId = texts.addChat(1, 'Chat 1');
});

const idOf = (n: number) => `0b000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const fileOf = (n: number, name = `file${n}.pdf`) => ({
  ...{ fileId: idOf(n), name, kind: 'document' as const, mediaType: 'application/pdf' },
  ...{ bytes: 10, tokens: 1, textBytes: 10, pages: 9 },
});
const ports = () => texts.documentPorts(index);
const search = (query: string) => searchChats(OWNER, query, { store: index, readTexts: texts.readTexts });
const foundFiles = async (query: string) =>
  (await search(query)).messages.flatMap(({ messageId, file }) =>
    file ? [[messageId, file.name, file.page]] : [],
  );
const merge = () => mergeIndex(OWNER, { store: index, findExisting: texts.findExisting });

function changeOf(turn: TurnItem): ItemChange {
  const keys = { pk: `CHAT#${OWNER}#${chatId}`, sk: `MSG#${String(turn.index).padStart(8, '0')}` };
  return { keys, before: undefined, after: { ...turn } };
}

type TurnFiles = NonNullable<TurnItem['files']>;

/** Sends a message with documents, which a stream delivers to the index. */
async function send(at: number, message: string, ...files: TurnFiles): Promise<TurnItem> {
  const turn = texts.putTurn(chatId, at, message, 'Noted.', files);
  const doc = docOf(changeOf(turn));
  if (doc) await indexDocs(OWNER, [doc], { store: index, at: 1_700_000_000_000 + at });
  return turn;
}
const indexed = (turn: TurnItem) => indexDocuments({ owner: OWNER, chatId, turn }, ports());

async function* items(): AsyncGenerator<ItemChange> {
  for (const turn of texts.turns.values()) yield changeOf(turn);
}
const rebuild = () =>
  rebuildIndex(OWNER, {
    ...ports(),
    ...{ store: index, items },
    filesWithPassages: async () => new Set([...texts.passages.values()].map(({ fileId }) => fileId)),
  });

describe('a document', () => {
  it('is found by its text, as its message with the page, and by words of its name and its text', async () => {
    texts.documents.set(idOf(1), LONG);
    expect(await indexed(await send(1, 'Read this', fileOf(1, 'report.pdf')))).toBe(1);
    const { messages, chats } = await search('word6');
    expect(messages).toMatchObject([
      { chatId, messageId: '1', role: 'user', file: { fileId: idOf(1), name: 'report.pdf', page: 7 } },
    ]);
    const [{ content = '', matches = [] } = {}] = messages;
    expect(matches.every(([from, to]) => content.slice(from, to) === 'word6')).toBe(true);
    expect(chats).toMatchObject([{ chatId, matchedMessages: ['1'] }]);
    expect(await foundFiles('report word6')).toEqual([['1', 'report.pdf', 7]]);
    expect(await foundFiles('page')).toEqual([]);
    // The name alone is a match of the message, not of the document.
    expect((await search('report')).messages).toMatchObject([
      { messageId: '1', content: 'Read this\nreport.pdf' },
    ]);
  });

  it('is found once, and its message is found as well if its own words match', async () => {
    texts.documents.set(idOf(1), LONG);
    await indexed(await send(1, 'What is filler?', fileOf(1)));
    const { messages, chats, hasMore } = await search('filler');
    expect(messages.map(({ file }) => file?.page)).toEqual([undefined, 1]);
    expect(chats).toMatchObject([{ matchedMessages: ['1'] }]);
    expect(hasMore).toBeUndefined();
  });

  it('says that its excerpt is cut, and that only its beginning is searched', async () => {
    const long = Array.from({ length: 200_000 }, (_, i) => `n${i}`).join(' ');
    texts.documents.set(idOf(1), `start ${long}`);
    await indexed(await send(1, 'Read', fileOf(1)));
    expect((await search('start')).messages).toMatchObject([{ cutAfter: true, file: { isPartial: true } }]);
    expect((await search('n2000')).messages).toMatchObject([{ cutBefore: true, cutAfter: true }]);
    expect(await foundFiles('n199999')).toEqual([]);
  });

  it('with pictures alone is not found by the note that models read in place of its text', async () => {
    texts.documents.set(idOf(1), NO_TEXT);
    const { pages: _, ...scan } = fileOf(1, 'scan.docx');
    await indexed(await send(1, 'Read', scan));
    expect((await search('picture')).messages).toEqual([]);
  });

  it('needs all words of the query in one passage', async () => {
    texts.documents.set(idOf(1), LONG.repeat(3));
    await indexed(await send(1, 'Read', fileOf(1)));
    expect(await foundFiles('word1 word2')).toHaveLength(1);
    expect(await foundFiles('word1 word2 missing')).toEqual([]);
  });

  it('is found in scripts without spaces, from right to left, and with a word of 20,000 characters', async () => {
    texts.documents.set(idOf(1), `${'漢字'.repeat(10)}東京へ行った ${'x'.repeat(20_000)} שלום עולם`);
    await indexed(await send(1, 'Read', fileOf(1)));
    for (const query of ['東京', '行った', 'שלום', 'xxxx']) expect(await foundFiles(query)).toHaveLength(1);
  });

  it('is not found while its chat is deleted, and is found again when the chat is restored', async () => {
    texts.documents.set(idOf(1), LONG);
    await indexed(await send(1, 'Read', fileOf(1)));
    const chat = texts.chats.get(chatId);
    if (!chat) throw new Error('no chat');
    texts.chats.set(chatId, { ...chat, deletedAt: 'now' });
    expect(await foundFiles('word6')).toEqual([]);
    texts.chats.set(chatId, chat);
    expect(await foundFiles('word6')).toHaveLength(1);
  });
});

describe('documents of a turn', () => {
  const turn = { index: 1, userText: 'Read', text: '', replyAt: '', status: 'complete' as const };
  const picture = { ...fileOf(2), kind: 'image' as const };

  it('are its files with text that were not removed', () => {
    expect(documentsOf({ ...turn, files: [fileOf(1), picture, { ...fileOf(3), textBytes: 0 }] })).toEqual([
      fileOf(1),
    ]);
    expect(documentsOf({ ...turn, files: [fileOf(1)], removedFiles: new Set([idOf(1)]) })).toEqual([]);
    expect(documentsOf({ ...turn, files: [{ ...fileOf(1), fileId: '../1' }] })).toEqual([]);
  });

  it('are none while the reply streams, and none of a turn that expires', () => {
    expect(documentsOf({ ...turn, status: 'streaming', files: [fileOf(1)] })).toEqual([]);
    expect(documentsOf({ ...turn, ttl: 1, files: [fileOf(1)] })).toEqual([]);
  });

  it('are handed over with the turn when it ends, and not when it is liked', () => {
    const after = { ...turn, files: [fileOf(1)] };
    const change = { keys: { pk: `CHAT#${OWNER}#${chatId}`, sk: 'MSG#00000001' }, before: undefined, after };
    expect(docOf(change)?.hasDocuments).toBe(true);
    expect(docOf({ ...change, before: after, after: { ...after, liked: true } })).toBeUndefined();
    expect(docOf({ ...change, after: { ...turn, files: [picture] } })).not.toHaveProperty('hasDocuments');
  });
});

describe('an indexing run that', () => {
  it('is repeated writes nothing', async () => {
    texts.documents.set(idOf(1), LONG);
    const turn = await send(1, 'Read', fileOf(1));
    await indexed(turn);
    const before = [new Map(index.head), new Map(texts.passages)];
    texts.beforeStep = () => {
      throw new Error('written again');
    };
    expect(await indexed(turn)).toBe(0);
    expect([index.head, texts.passages]).toEqual(before);
  });

  it('crashes at any step leaves no wrong results, and the next run completes it', async () => {
    texts.documents.set(idOf(1), LONG);
    texts.documents.set(idOf(2), 'Another short document');
    let isComplete = false;
    for (let steps = 0; !isComplete; steps++) {
      texts.passages.clear();
      index.head.clear();
      index.shards.clear();
      const turn = await send(1, 'Read', fileOf(1), fileOf(2));
      let left = steps;
      texts.beforeStep = () => {
        if (left-- === 0) throw new Crash();
      };
      // Up to round 4, the first write of the index crashes. Each later round lets one more write succeed.
      index.writesLeft = steps < 4 ? 0 : steps - 4;
      isComplete = await indexed(turn).then(
        () => true,
        (error: unknown) => {
          if (error instanceof Crash) return false;
          throw error;
        },
      );
      for (const [, name] of await foundFiles('word6')) expect(name).toBe('file1.pdf');
      texts.beforeStep = () => undefined;
      index.writesLeft = Number.POSITIVE_INFINITY;
      await indexed(turn);
      expect(await foundFiles('word6')).toEqual([['1', 'file1.pdf', 7]]);
      expect(await foundFiles('another')).toEqual([['1', 'file2.pdf', undefined]]);
      expect(steps).toBeLessThan(40);
    }
  });

  it('is overtaken by the removal of its file at any step leaves no passage', async () => {
    let isComplete = false;
    for (let steps = 0; !isComplete; steps++) {
      texts.passages.clear();
      texts.documents.set(idOf(1), LONG);
      const turn = await send(1, 'Read', fileOf(1));
      let left = steps;
      texts.beforeStep = (step) => {
        if (step === 'delete' || left-- !== 0) return;
        texts.documents.delete(idOf(1));
        for (const name of texts.passages.keys()) texts.passages.delete(name);
      };
      await indexed(turn);
      isComplete = left >= 0;
      if (!isComplete) expect([steps, texts.passages.size]).toEqual([steps, 0]);
      expect(steps).toBeLessThan(40);
    }
    expect(texts.passages.size).toBeGreaterThan(1);
  });

  it('finds its file removed deletes the passages of an earlier run', async () => {
    texts.documents.set(idOf(1), LONG);
    const turn = await send(1, 'Read', fileOf(1));
    let left = 3;
    texts.beforeStep = () => {
      if (left-- === 0) throw new Crash();
    };
    await expect(indexed(turn)).rejects.toThrow(Crash);
    expect(texts.passages.size).toBeGreaterThan(0);
    texts.beforeStep = () => undefined;
    texts.documents.delete(idOf(1));
    expect(await indexed(turn)).toBe(0);
    expect(texts.passages.size).toBe(0);
  });

  it('indexes a document for a second turn of its chat makes both turns found', async () => {
    texts.documents.set(idOf(1), LONG);
    await indexed(await send(1, 'Read', fileOf(1)));
    await indexed(await send(3, 'Again', fileOf(1)));
    expect((await foundFiles('word6')).map(([message]) => message)).toEqual(['3', '1']);
  });
});

describe('a removed file', () => {
  it('is not found, though its postings and passages still exist for a moment', async () => {
    texts.documents.set(idOf(1), LONG);
    const turn = await send(1, 'Read', fileOf(1));
    await indexed(turn);
    texts.turns.set(`${chatId}/1`, { ...turn, chatId, removedFiles: new Set([idOf(1)]) });
    expect(await foundFiles('word6')).toEqual([]);
  });

  it('that an edit has dropped is not found', async () => {
    texts.documents.set(idOf(1), LONG);
    await indexed(await send(1, 'Read', fileOf(1)));
    await send(1, 'Read nothing');
    expect((await search('word6')).chats).toEqual([]);
  });

  it('leaves the index with the next merge', async () => {
    for (let n = 1; n <= 8; n++) {
      texts.documents.set(idOf(n), `common text${n}`);
      await indexed(await send(2 * n - 1, 'Read', fileOf(n)));
    }
    texts.documents.delete(idOf(3));
    expect([...index.head.values()].filter(({ tier }) => tier === 1)).toHaveLength(8);
    await merge();
    const { decodeDocs } = await import('../text-list-format.ts');
    const [row] = [...index.head.values()].filter(({ tier }) => tier === 2);
    const files = decodeDocs(row?.data ?? new Uint8Array()).map(({ passage }) => passage?.fileId);
    expect(files).toEqual([1, 2, 4, 5, 6, 7, 8].map(idOf));
    expect(await foundFiles('text5')).toEqual([['9', 'file5.pdf', undefined]]);
    expect(await foundFiles('common')).toHaveLength(7);
  });
});

describe('a rebuild', () => {
  it('makes documents found that were sent before document search existed', async () => {
    texts.documents.set(idOf(1), LONG);
    await send(1, 'Read', fileOf(1));
    expect(await foundFiles('word6')).toEqual([]);
    expect((await search('file1')).messages).toHaveLength(1);
    expect(await rebuild()).toMatchObject({ texts: 1, documents: 1 });
    expect(await foundFiles('word6')).toEqual([['1', 'file1.pdf', 7]]);
    expect((await search('file1')).messages).toHaveLength(1);
    // The next delivery of the turn finds it indexed.
    const turn = texts.turns.get(`${chatId}/1`);
    expect(turn && (await indexed(turn))).toBe(0);
  });

  it('keeps a document whose reply is being regenerated, and leaves the unfinished text out', async () => {
    texts.documents.set(idOf(1), LONG);
    const turn = await send(1, 'Read', fileOf(1));
    await indexed(turn);
    texts.turns.set(`${chatId}/1`, { ...turn, chatId, status: 'streaming', text: '' });
    expect(await rebuild()).toMatchObject({ texts: 0, documents: 1 });
    const ended = await send(1, 'Read', fileOf(1));
    expect(await indexed(ended)).toBe(0);
    expect(await foundFiles('word6')).toEqual([['1', 'file1.pdf', 7]]);
    expect((await search('Read')).messages).toHaveLength(1);
  });

  it('gives a hundred documents few segments, and deletes passages that no turn has', async () => {
    for (let n = 1; n <= 100; n++) {
      texts.documents.set(idOf(n), `common text${n}`);
      await send(2 * n - 1, 'Read', fileOf(n));
    }
    await ports().writePassages(OWNER, [{ fileId: idOf(500), part: 0, data: new Uint8Array() }]);
    await rebuild();
    expect(index.head.size).toBeLessThanOrEqual(4);
    expect([...texts.passages.values()].some(({ fileId }) => fileId === idOf(500))).toBe(false);
    expect(await foundFiles('text77')).toEqual([['153', 'file77.pdf', undefined]]);
    await rebuild();
    expect(await foundFiles('text77')).toHaveLength(1);
  });
});
