import { strFromU8, strToU8, unzipSync } from 'fflate';
import { expect, test, vi } from 'vitest';
import { chatToMarkdown } from '../../../lib/chat-to-markdown.ts';
import { fileIdsOf, type OpenFile } from '../../../lib/fetch-file-bytes.ts';
import { formatDateTime } from '../../../lib/format-date.ts';
import {
  type AccountExport,
  type ExportedChat,
  type ReadPage,
  readAccountExport,
} from './read-account-export.ts';
import { makeZipArchive } from './zip-archive.ts';

const AT = '2026-11-21T10:00:00.000Z';
const said = (messageIndex: number, content: string): ExportedChat['messages'][number] => ({
  ...{ role: messageIndex % 2 ? 'user' : 'assistant', content, createdAt: AT, messageIndex },
  ...{ requestId: `request-${messageIndex}`, status: 'complete' },
});
const chat = (chatId: string, name: string, ...messages: ExportedChat['messages']): ExportedChat => ({
  ...{ chatId, name, createdAt: AT, messages },
});
const signal = () => new AbortController().signal;
const packing = (open: OpenFile = async () => undefined) => ({ signal: signal(), open, onFile: vi.fn() });

const PAGES: Awaited<ReturnType<ReadPage>>[] = [
  { chats: [chat('b', 'New', said(0, 'Hello')), chat('a', 'Old', said(0, 'Hi'))], nextCursor: '1' },
  { chats: [chat('a', 'Old', said(1, 'Go on'))], nextCursor: '2' },
  { chats: [chat('a', 'Old', said(2, 'Gladly'))] },
];
const read: ReadPage = async (cursor) => PAGES[Number(cursor ?? 0)] ?? { chats: [] };

test('parts of a chat on several pages are joined into one chat', async () => {
  const onProgress = vi.fn();
  const { chats } = await readAccountExport(signal(), onProgress, read);
  expect(chats.map(({ name, messages }) => [name, messages.map(({ content }) => content)])).toEqual([
    ['New', ['Hello']],
    ['Old', ['Hi', 'Go on', 'Gladly']],
  ]);
  expect(onProgress.mock.calls.map(([progress]) => progress)).toEqual([
    { chats: 2, messages: 2 },
    { chats: 2, messages: 3 },
    { chats: 2, messages: 4 },
  ]);
});

test('a cancelled export reads no further page', async () => {
  const controller = new AbortController();
  const reading = vi.fn<ReadPage>(async (cursor) => {
    if (cursor === '1') controller.abort();
    return read(cursor, controller.signal);
  });
  await expect(readAccountExport(controller.signal, () => undefined, reading)).rejects.toThrow('abort');
  expect(reading).toHaveBeenCalledTimes(2);
});

test('the archive holds everything as JSON and each chat as Markdown', async () => {
  const collected = await readAccountExport(signal(), () => undefined, read);
  const blob = await makeZipArchive(collected, packing());
  const files = unzipSync(new Uint8Array(await blob.arrayBuffer()));
  expect(Object.keys(files)).toEqual(['account.json', 'chats/2026-11-21 New.md', 'chats/2026-11-21 Old.md']);
  expect(JSON.parse(strFromU8(files['account.json'] ?? new Uint8Array()))).toEqual({
    chats: collected.chats,
  });
  expect(strFromU8(files['chats/2026-11-21 Old.md'] ?? new Uint8Array())).toContain('Gladly');
});

test('the heading of a reply names the true model, else its display name, and a retired model by its id', async () => {
  const account: NonNullable<AccountExport['account']> = {
    ...{ owner: 'ada', email: 'ada@example.com', subscription: { tier: 'free', active: false }, usage: [] },
    models: [
      { id: 'claude', displayName: 'Claude', trueModel: 'Sonnet 5.5, by Anthropic, on Bedrock' },
      { id: 'mine', displayName: 'Mine' },
    ],
  };
  const replies = ['claude', 'mine', 'gone'].map((model, i) => ({ ...said(2 * i, 'Hi'), model }));
  const headings = async (of: typeof account) => {
    const chats = [chat('a', 'New', ...replies)];
    const blob = await makeZipArchive({ account: of, chats }, packing());
    const files = unzipSync(new Uint8Array(await blob.arrayBuffer()));
    const text = strFromU8(files['chats/2026-11-21 New.md'] ?? new Uint8Array());
    return text.split('\n').filter((line) => line.startsWith('## '));
  };
  const by = (name: string) => `## Assistant (${formatDateTime(AT)}, ${name})`;
  expect(await headings(account)).toEqual(['Sonnet 5.5, by Anthropic, on Bedrock', 'Mine', 'gone'].map(by));
  const { models: _, ...without } = account;
  expect(await headings(without)).toEqual(['claude', 'mine', 'gone'].map(by));
});

test('in Markdown the chat’s name is escaped, and messages are kept as they are', () => {
  const text = chatToMarkdown(
    chat('a', '# *Big*\nplans', { ...said(0, '**Hi**'), liked: true }, said(1, '# No')),
    { nameModel: (id) => id },
  );
  expect(text.split('\n')[0]).toBe('# \\# \\*Big\\* plans');
  expect(text).toMatch(/## Assistant \(.*, liked\)\n\n\*\*Hi\*\*\n/);
  expect(text).toMatch(/## You \(.*\)\n\n# No\n/);
});

test.each([
  ['streaming', 'was still being written'],
  ['stopped', 'was stopped'],
  ['filtered', 'was filtered by the model’s provider'],
  ['truncated', 'was cut off'],
  ['failed', 'failed'],
] as const)('in Markdown a reply with the status %s says that it %s', (status, ending) => {
  const replies = [{ ...said(2, 'Half'), status }, { ...said(4, ''), status }, said(6, 'Whole')];
  const text = chatToMarkdown(chat('a', 'Trip', ...replies), { nameModel: (id) => id });
  const heading = `## Assistant (${formatDateTime(AT)})\n\n`;
  const note = `*This reply ${ending}.*\n`;
  expect(text.split('\n').slice(4).join('\n')).toBe(
    `${heading}Half\n\n${note}\n${heading}${note}\n${heading}Whole\n`,
  );
});

test('in Markdown a code block that a message leaves open ends with the message', () => {
  const file = { fileId: 'a', name: 'a.txt', kind: 'document', mediaType: 'text/plain', bytes: 3 } as const;
  const question = { ...said(1, '~~~\nlet a'), files: [file] };
  const reply = { ...said(2, '```ts\nlet b'), status: 'stopped' } as const;
  const text = chatToMarkdown(chat('a', 'Trip', question, reply), { nameModel: (id) => id });
  expect(text).toMatch(/\n\n~~~\nlet a\n~~~\n\n- a\.txt\n/);
  expect(text).toMatch(/\n\n```ts\nlet b\n```\n\n\*This reply was stopped\.\*\n$/);
});

test('in Markdown a version says of which message, and a message after an older version says after which', () => {
  const nameModel = (id: string) => id;
  const messages = [
    said(1, '# Plan\na *trip*'),
    said(2, 'A plan'),
    { ...said(3, `Plan ${'far '.repeat(20)}`), versionOf: 1 },
    said(4, 'A far plan'),
    { ...said(5, ''), versionOf: 3 },
    { ...said(7, 'Go on'), continues: 2 },
    { ...said(9, 'No'), versionOf: 7 },
    { ...said(11, 'Yes'), versionOf: 5 },
    { ...said(13, 'Lost'), versionOf: 6 },
  ];
  const at = formatDateTime(AT);
  const textOf = (given: typeof messages) => chatToMarkdown(chat('a', 'Trip', ...given), { nameModel });
  const notes = textOf(messages).match(/^\*.*\*$/gm);
  expect(notes).toEqual([
    `*A version of the message “\\# Plan a \\*trip\\*” (${at}). The messages below follow this version.*`,
    `*A version of the message “Plan ${'far '.repeat(14).trim()}…” (${at}). The messages below follow this version.*`,
    `*The conversation continues here after the message “A plan” (${at}).*`,
    `*A version of the message “Go on” (${at}). The messages below follow this version.*`,
    `*A version of the message (${at}). The messages below follow this version.*`,
  ]);
  // One path holds no other version, and follows no other message than the one before.
  const path = [...messages.slice(0, 2), ...messages.slice(5, 6)];
  expect(textOf(path)).not.toMatch(/^\*/m);
});

test('parentheses in the name of a file leave its link in Markdown whole', () => {
  const names = ['a)b.pdf', 'a (b.pdf'];
  const files = names.map(
    (name) => ({ fileId: name, name, kind: 'document', mediaType: 'application/pdf', bytes: 3 }) as const,
  );
  const text = chatToMarkdown(chat('a', 'Trip', { ...said(0, ''), files }), {
    nameModel: (id) => id,
    pathOf: (fileId) => `../files/${fileId}`,
  });
  expect(text).toContain('- [a)b.pdf](../files/a%29b.pdf)\n- [a (b.pdf](../files/a%20%28b.pdf)\n');
});

test('the archive holds the files, each once, under names that file systems take, linked from their messages', async () => {
  const file = (fileId: string, name: string) =>
    ({ fileId, name, kind: 'document', mediaType: 'text/plain', bytes: 3 }) as const;
  const files = [
    file('a', '../plan.pdf'),
    file('b', 'plan.pdf'),
    file('a', '../plan.pdf'),
    { ...file('c', 'gone.txt'), isRemoved: true },
    file('d', `${'x'.repeat(300)}.csv`),
  ];
  const chats = [chat('1', 'Trip', { ...said(1, ''), files })];
  expect(fileIdsOf(chats.flatMap(({ messages }) => messages))).toEqual(['a', 'b', 'd']);
  const open = vi.fn<OpenFile>(async (fileId) => {
    if (fileId === 'b') return undefined;
    return (async function* () {
      yield strToU8(`${fileId}1`) as Uint8Array<ArrayBuffer>;
      yield strToU8(`${fileId}2`) as Uint8Array<ArrayBuffer>;
    })();
  });
  const given = packing(open);
  const blob = await makeZipArchive({ account: undefined, chats }, given);
  const entries = unzipSync(new Uint8Array(await blob.arrayBuffer()));
  const long = `files/3 ${'x'.repeat(60)}.csv`;
  expect(Object.keys(entries)).toEqual([
    'account.json',
    'chats/2026-11-21 Trip.md',
    'files/1 plan.pdf',
    long,
  ]);
  expect(strFromU8(entries['files/1 plan.pdf'] ?? new Uint8Array())).toBe('a1a2');
  expect(given.onFile.mock.calls).toEqual([[1], [2], [3]]);
  const text = strFromU8(entries['chats/2026-11-21 Trip.md'] ?? new Uint8Array());
  expect(text).toContain('- [../plan.pdf](../files/1%20plan.pdf)\n');
  expect(text).toContain('- gone.txt (removed)\n');
});

test('the archive holds the files of projects, which no message names', async () => {
  const file = {
    fileId: 'a',
    name: 'plan.pdf',
    kind: 'document',
    mediaType: 'text/plain',
    bytes: 3,
  } as const;
  const account: NonNullable<AccountExport['account']> = {
    ...{ owner: 'ada', email: 'ada@example.com', subscription: { tier: 'free', active: false }, usage: [] },
    projects: [
      { projectId: 'p', name: 'House', createdAt: AT, files: [file] },
      { projectId: 'q', name: 'Trip', createdAt: AT },
    ],
  };
  const open = async () =>
    (async function* () {
      yield strToU8('abc') as Uint8Array<ArrayBuffer>;
    })();
  const blob = await makeZipArchive({ account, chats: [] }, packing(open));
  const entries = unzipSync(new Uint8Array(await blob.arrayBuffer()));
  expect(Object.keys(entries)).toEqual(['account.json', 'files/1 plan.pdf']);
  expect(fileIdsOf(account.projects ?? [])).toEqual(['a']);
});

test('an archive whose file cannot be read fails', async () => {
  const chats = [
    chat('1', 'Trip', {
      ...said(1, ''),
      files: [{ fileId: 'a', name: 'a', kind: 'document', mediaType: 'text/plain', bytes: 1 }],
    }),
  ];
  const failing = packing(async () => {
    throw new Error('offline');
  });
  await expect(makeZipArchive({ account: undefined, chats }, failing)).rejects.toThrow('offline');
});
