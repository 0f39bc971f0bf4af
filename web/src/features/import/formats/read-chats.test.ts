/** Reading exports: fixtures have the published formats (decision 0126). */
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { Message } from '#contract/entities';
import { importChats } from '#contract/import';
import { IMPORT, REPLY_MAX_BYTES } from '#contract/limits';
import type { ReadOptions } from '../read/find-chats-in-export.ts';
import { ImportFailure } from '../read/import-failure.ts';
import { jsonElements } from '../read/json-elements.ts';
import type { ChatToImport } from './convert-chat.ts';
import { LeftOut } from './left-out-counts.ts';
import { readChats } from './read-chats.ts';

const FILE_AT = Date.parse('2026-01-02T03:04:05.000Z');
const words = { notice: (source: string) => `From ${source}`, unnamed: 'Imported chat' };

async function read(content: unknown, name?: string, options: ReadOptions = {}) {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  const file =
    content instanceof Blob
      ? content
      : new Blob([name === undefined ? text : zipSync({ [name]: strToU8(text) })]);
  const left = new LeftOut();
  const chats: ChatToImport[] = [];
  for await (const chat of readChats(file, { ...options, left, words, fileAt: FILE_AT, now: Date.now() }))
    chats.push(chat);
  return { chats, left: left.counts };
}
const problemOf = (content: unknown, name?: string, options?: ReadOptions) =>
  read(content, name, options).then(
    () => 'none',
    (error: unknown) => (error instanceof ImportFailure ? error.problem : error),
  );
const said = ({ turns }: ChatToImport) => turns.slice(1).map(({ userText, text }) => [userText, text]);

/** Node of ChatGPT's tree. */
const node = (
  id: string,
  parent: string | null,
  role?: string,
  parts?: readonly unknown[],
  some: object = {},
) => ({
  [id]: {
    ...{ id, parent, children: [] },
    message: role
      ? {
          id,
          author: { role },
          create_time: 1_700_000_000.5,
          content: { content_type: 'text', parts },
          ...some,
        }
      : null,
  },
});
const chatGpt = (nodes: readonly object[], some: object = {}) => ({
  ...{ id: 'c-1', title: 'Lisbon', create_time: 1_699_999_999.25, current_node: 'd' },
  mapping: Object.assign({}, ...nodes),
  ...some,
});
const SIMPLE = [
  node('a', null),
  node('b', 'a', 'system', ['You are ChatGPT']),
  node('c', 'b', 'user', ['Where to?']),
  node('d', 'c', 'assistant', ['To Lisbon.'], { metadata: { model_slug: 'gpt-4o' } }),
];

describe('a chat of ChatGPT', () => {
  it('is the path that is shown, with times and the model; the rest is counted', async () => {
    const { chats, left } = await read([chatGpt([...SIMPLE, node('e', 'c', 'assistant', ['To Porto.'])])]);
    expect(chats).toMatchObject([
      { name: 'Lisbon', createdAt: '2023-11-14T22:13:19.250Z', messages: 2, isArchived: false },
    ]);
    expect(chats[0]?.turns).toEqual([
      { kind: 'welcome', text: 'From chatgpt', replyAt: '2023-11-14T22:13:19.250Z' },
      {
        ...{ userText: 'Where to?', userAt: '2023-11-14T22:13:20.500Z' },
        ...{ text: 'To Lisbon.', replyAt: '2023-11-14T22:13:20.500Z', model: 'gpt-4o' },
      },
    ]);
    expect(left).toEqual({ otherBranch: 1, system: 1 });
  });

  it.each<[string, readonly object[], readonly unknown[], object]>([
    [
      'tool calls and their output',
      [
        node('t1', 'c', 'assistant', ['search("x")'], { recipient: 'web.search' }),
        node('t2', 't1', 'tool', ['Results']),
        node('d', 't2', 'assistant', ['Found.']),
      ],
      [['Where to?', 'Found.']],
      { system: 1, tool: 2 },
    ],
    [
      'hidden messages and thoughts',
      [
        node('h', 'c', 'user', ['Secret'], { metadata: { is_visually_hidden_from_conversation: true } }),
        node('i', 'h', 'assistant', [], { content: { content_type: 'thoughts', thoughts: [] } }),
        node('d', 'i', 'assistant', ['Yes.']),
      ],
      [['Where to?', 'Yes.']],
      { system: 1, hidden: 1, thoughts: 1 },
    ],
    [
      'pictures, unknown parts and names of files',
      [
        node(
          'd',
          'c',
          'assistant',
          [{ content_type: 'image_asset_pointer' }, 'Look.', { content_type: 'hologram' }],
          {
            metadata: { attachments: [{ name: 'map.pdf' }] },
          },
        ),
      ],
      [['Where to?', 'Look.\n\n[map.pdf]']],
      { system: 1, file: 2, unknownPart: 1 },
    ],
    [
      'pictures that are attachments, too, which count once',
      [
        node(
          'd',
          'c',
          'user',
          [
            { content_type: 'image_asset_pointer', asset_pointer: 'file-service://file-Ab1' },
            { content_type: 'image_asset_pointer', asset_pointer: 'sediment://file_00c2#page' },
            'Which?',
          ],
          {
            metadata: {
              attachments: [
                { id: 'file-Ab1', name: 'a.png' },
                { id: 'file_00c2', name: 'b.png' },
                { id: 'file-Cd3', name: 'map.pdf' },
              ],
            },
          },
        ),
      ],
      [['Where to?\n\nWhich?\n\n[a.png]\n\n[b.png]\n\n[map.pdf]', '']],
      { system: 1, file: 3 },
    ],
    [
      'pieces of one reply, and marks of sources',
      [
        node('p', 'c', 'assistant', ['One \ue200cite\ue202turn0\ue201']),
        node('d', 'p', 'assistant', [
          'Two【3†source】: \ue200entity\ue202["city","Paris","capital"]\ue201, \ue200entity\ue202[\ue201' +
            '\ue200url\ue202Maps\ue202https://maps.example\ue201, \ue200url\ue202Run\ue202javascript:0\ue201',
        ]),
      ],
      [['Where to?', 'One \n\nTwo: Paris, [Maps](https://maps.example), Run']],
      { system: 1 },
    ],
    [
      'a message without a reply',
      [node('d', 'c', 'assistant', ['  '])],
      [['Where to?', '']],
      {
        system: 1,
        emptyMessage: 1,
      },
    ],
    [
      'a missing parent',
      [node('d', 'gone', 'assistant', ['Late.'])],
      [[undefined, 'Late.']],
      {
        brokenPath: 1,
        otherBranch: 1,
      },
    ],
    [
      'a cycle',
      [node('c', 'd', 'user', ['Round']), node('d', 'c', 'assistant', ['and round.'])],
      [['Round', 'and round.']],
      { brokenPath: 1 },
    ],
  ])('with %s', async (_, nodes, expected, counts) => {
    const { chats, left } = await read([chatGpt([...SIMPLE.slice(0, 3), ...nodes])]);
    expect(chats.map(said)).toEqual([expected]);
    expect(left).toEqual(counts);
  });

  it('without a current node, title or times shows its newest branch, named by its first message', async () => {
    const older = node('e', 'c', 'assistant', ['Old.'], { create_time: 5 });
    const chat = chatGpt([...SIMPLE, older], { current_node: null, title: null, create_time: null });
    const { chats } = await read([chat]);
    expect(chats.map(said)).toEqual([[['Where to?', 'To Lisbon.']]]);
    expect(chats[0]?.name).toBe('Where to?');
    const timeless = SIMPLE.map((one) =>
      JSON.parse(JSON.stringify(one).replaceAll(/"create_time":[\d.]+/g, '"create_time":null')),
    );
    const none = await read([chatGpt(timeless, { create_time: null })]);
    expect(none.chats[0]?.createdAt).toBe(new Date(FILE_AT).toISOString());
  });
});

it('a chat that is archived and pinned is archived alone, because pinning would restore it', async () => {
  const { chats } = await read([chatGpt(SIMPLE, { is_archived: true, is_starred: true })]);
  expect(chats).toMatchObject([{ isArchived: true, isPinned: false }]);
});

describe('a chat of Claude', () => {
  const message = (sender: string, content: readonly object[], some: object = {}) => ({
    ...{
      uuid: `${sender}-${content.length}`,
      sender,
      content,
      text: '',
      created_at: '2025-03-04T05:06:07.123456Z',
    },
    ...{ attachments: [], files: [] },
    ...some,
  });
  const claude = (chat_messages: readonly object[], some: object = {}) => ({
    ...{ uuid: 'u-1', name: 'Tea', created_at: '2025-03-04T05:00:00.000000Z', chat_messages },
    ...some,
  });
  const text = (value: string) => ({ type: 'text', text: value });

  it('has its texts, pasted texts and names of files; thoughts and tools are counted', async () => {
    const { chats, left } = await read([
      claude([
        message('human', [text('Which tea?')], {
          attachments: [
            { file_name: '', extracted_content: 'A pasted list' },
            { file_name: 'book.pdf', extracted_content: 'x'.repeat(30_000) },
          ],
          files: [{ file_name: 'cup.png' }],
        }),
        message('assistant', [
          { type: 'thinking', thinking: 'Hm' },
          text('Green.'),
          { type: 'tool_use', input: {} },
        ]),
      ]),
    ]);
    expect(chats.map(said)).toEqual([[['Which tea?\n\nA pasted list\n\n[book.pdf]\n\n[cup.png]', 'Green.']]]);
    expect(chats[0]).toMatchObject({ name: 'Tea', createdAt: '2025-03-04T05:00:00.000Z' });
    expect(left).toEqual({ thoughts: 1, tool: 1, file: 2 });
  });

  it('has the text of a named attachment below its name, so that it is not taken for what the user wrote', async () => {
    const { chats, left } = await read([
      claude([
        message('human', [text('Summarise this.')], {
          attachments: [{ file_name: 'notes.txt', extracted_content: 'Buy tea.' }],
          files: [{ file_name: 'notes.txt' }],
        }),
        message('assistant', [text('Tea.')]),
      ]),
    ]);
    expect(chats.map(said)).toEqual([[['Summarise this.\n\n[notes.txt]\n\nBuy tea.', 'Tea.']]]);
    expect(left).toEqual({});
  });

  it('of an older export has its texts without blocks', async () => {
    const { chats } = await read([
      claude([message('human', [], { text: 'Hi' }), message('assistant', [], { text: 'Hello' })]),
    ]);
    expect(chats.map(said)).toEqual([[['Hi', 'Hello']]]);
  });

  it('with branches is the one that is shown', async () => {
    const root = '00000000-0000-4000-8000-000000000000';
    const of = (uuid: string, parent: string, sender: string) =>
      message(sender, [text(uuid)], { uuid, parent_message_uuid: parent });
    const all = [of('q', root, 'human'), of('one', 'q', 'assistant'), of('two', 'q', 'assistant')];
    expect((await read([claude(all)])).chats.map(said)).toEqual([[['q', 'two']]]);
    const { chats, left } = await read([claude(all, { current_leaf_message_uuid: 'one' })]);
    expect(chats.map(said)).toEqual([[['q', 'one']]]);
    expect(left).toEqual({ otherBranch: 1 });
  });
});

describe('our own chat', () => {
  const at = (n: number) => new Date(FILE_AT + n * 1000).toISOString();
  const messages: Message[] = [
    {
      requestId: 'at:0',
      role: 'assistant',
      content: 'Welcome',
      createdAt: at(0),
      messageIndex: 0,
      status: 'complete',
      isWelcome: true,
    },
    {
      requestId: '018f4c5a-0000-7000-8000-000000000001',
      role: 'user',
      content: 'Hi\nyou',
      createdAt: at(1),
      messageIndex: 1,
      status: 'complete',
    },
    {
      requestId: '018f4c5a-0000-7000-8000-000000000001',
      role: 'assistant',
      content: 'Hello',
      createdAt: at(2),
      messageIndex: 2,
      status: 'truncated',
      liked: true,
      model: 'claude',
      reason: 'Code',
      thoughtMs: 12,
    },
    {
      requestId: 'at:3',
      role: 'assistant',
      content: 'Thanks',
      createdAt: at(3),
      messageIndex: 3,
      status: 'complete',
      isExtra: true,
    },
  ];
  const chat = {
    chatId: '018f4c5a-0000-7000-8000-0000000000aa',
    name: 'Mine',
    createdAt: at(0),
    archivedAt: at(9),
    messages,
  };

  it('keeps its id, its places, and all that its messages have', async () => {
    const { chats, left } = await read(
      JSON.stringify({ account: { email: 'a@b.c' }, chats: [chat] }, null, 2),
    );
    expect(chats).toEqual([
      {
        ...{
          chatId: chat.chatId,
          name: 'Mine',
          createdAt: at(0),
          isArchived: true,
          isPinned: false,
          messages: 2,
        },
        turns: [
          { text: 'Welcome', replyAt: at(0), status: 'complete', kind: 'welcome' },
          {
            ...{ userText: 'Hi\nyou', userAt: at(1), text: 'Hello', replyAt: at(2), status: 'truncated' },
            ...{ liked: true, model: 'claude', reason: 'Code', thoughtMs: 12 },
            requestId: '018f4c5a-0000-7000-8000-000000000001',
          },
          { text: 'Thanks', replyAt: at(3), status: 'complete', kind: 'extra' },
        ],
      },
    ]);
    expect(left).toEqual({});
  });

  it('with a reason longer than the contract takes has its beginning', async () => {
    const reason = 'r'.repeat(IMPORT.reasonMaxLength + 1);
    const { chats } = await read({
      chats: [{ ...chat, messages: messages.map((one) => ({ ...one, reason })) }],
    });
    expect(chats[0]?.turns[1]?.reason).toBe(reason.slice(1));
  });

  it('with a long reason or model is cut between characters', async () => {
    const long = {
      reason: 'r'.repeat(IMPORT.reasonMaxLength - 1),
      model: 'm'.repeat(IMPORT.modelMaxLength - 1),
    };
    const cut = { reason: `${long.reason}😀`, model: `${long.model}😀` };
    const { chats } = await read({
      chats: [{ ...chat, messages: messages.map((one) => ({ ...one, ...cut })) }],
    });
    expect(chats[0]?.turns[1]).toMatchObject(long);
  });

  it('with versions is its newest path; the other messages are counted', async () => {
    const [, question, reply] = messages;
    const later = [
      { ...question, content: 'Hey', messageIndex: 4, versionOf: 1 },
      { ...reply, content: 'Hello again', messageIndex: 5 },
    ];
    const { chats, left } = await read({ chats: [{ ...chat, messages: [...messages, ...later] }] });
    expect(chats.map(said)).toEqual([[['Hey', 'Hello again']]]);
    expect(left).toEqual({ otherBranch: 3 });
  });
});

describe('a question without a reply in our own chat', () => {
  const question = {
    ...{ requestId: 'at:1', role: 'user', content: 'Hi', createdAt: new Date(FILE_AT).toISOString() },
    ...{ messageIndex: 1, status: 'complete' },
  };
  const reply = { ...question, role: 'assistant', content: '', messageIndex: 2, status: 'stopped' };
  it.each([
    ['is stopped again when its empty reply was', [question, reply], 'stopped', {}],
    [
      'is failed when its reply cannot be read',
      [question, { ...reply, status: '?' }],
      'failed',
      { unknownPart: 1 },
    ],
    ['is failed when it had no reply', [question], 'failed', {}],
  ])('%s', async (_, messages, status, counts) => {
    const { chats, left } = await read({ chats: [{ chatId: 'mine', name: 'Mine', messages }] });
    expect(chats[0]?.turns[1]).toMatchObject({ userText: 'Hi', text: '', status });
    expect(left).toEqual(counts);
  });
});

describe('any export', () => {
  it('is read from an archive, also in numbered files, with other files beside it', async () => {
    const zip = zipSync({
      'chat.html': strToU8('<p>'),
      'export/conversations-001.json': strToU8(JSON.stringify([chatGpt(SIMPLE, { id: 'two' })])),
      'export/conversations-000.json': [
        strToU8(JSON.stringify([chatGpt(SIMPLE, { id: 'one' })])),
        { level: 0 },
      ],
    });
    const { chats } = await read(new Blob([zip]));
    expect(chats).toHaveLength(2);
  });

  it('gives a chat the same id each time, sorted by its time, and counts a repeated chat', async () => {
    const [first, second] = [
      await read([chatGpt(SIMPLE)]),
      await read([chatGpt(SIMPLE), chatGpt(SIMPLE)], 'conversations.json'),
    ];
    expect(second.chats.map(({ chatId }) => chatId)).toEqual(first.chats.map(({ chatId }) => chatId));
    expect(second.left).toEqual({ system: 1, repeatedChat: 1 });
    const [chat] = first.chats;
    expect(chat?.chatId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(Number.parseInt(chat?.chatId.replace('-', '').slice(0, 12) ?? '', 16)).toBe(1_699_999_999_250);
  });

  it('fits the contract: long texts and names of models are cut, names are one line', async () => {
    const long = chatGpt(
      [
        ...SIMPLE.slice(0, 2),
        node('c', 'b', 'user', ['🎉'.repeat(60_000)]),
        node('d', 'c', 'assistant', ['é'.repeat(300_000)], { metadata: { model_slug: 'm'.repeat(100) } }),
      ],
      { title: `\u202e Big \n${'n'.repeat(10_000)}\ud800` },
    );
    const { chats, left } = await read([long]);
    const [{ isPinned: _, messages: __, ...chat }] = chats as [ChatToImport];
    expect(left).toMatchObject({ shortened: 2 });
    expect(chat.name).toHaveLength(120);
    const parsed = importChats.body.safeParse({ chats: [{ ...chat, from: 0, isLast: true }] });
    expect(parsed.success).toBe(true);
    expect(new TextEncoder().encode(chat.turns[1]?.text).length).toBe(REPLY_MAX_BYTES);
    expect(IMPORT.turnMaxBytes).toBeGreaterThan(REPLY_MAX_BYTES);
  });

  it.each([
    ['empty', '', undefined, 'notAnExport'],
    ['text', 'Dear diary', undefined, 'notAnExport'],
    ['another JSON object', '{"a": {"b": [1, 2]}}', undefined, 'notAnExport'],
    ['an array of other things', [{ a: 1 }, { b: [] }], undefined, 'notAnExport'],
    ['nested without end', '['.repeat(100_000), undefined, 'notAnExport'],
    ['cut short', JSON.stringify([chatGpt(SIMPLE)]).slice(0, -20), undefined, 'cutShort'],
    ['an archive without chats', [], 'photos.json', 'notAnExport'],
    ['a zip bomb', `[${' '.repeat(40 * 1024 * 1024)}]`, 'conversations.json', 'zipBomb'],
  ])('that is %s is refused', async (_, content, name, problem) => {
    expect(await problemOf(content, name)).toBe(problem);
  });

  it.each([',', ' :'])('that begins with %j is refused before the rest is read', async (beginning) => {
    async function* chunks() {
      yield strToU8(beginning);
      await Promise.reject(new Error('The rest was read.'));
    }
    await expect(jsonElements(chunks()).next()).rejects.toMatchObject({ problem: 'notAnExport' });
  });

  it('that is an archive is refused when its files together hold more than their bound', async () => {
    const chat = strToU8(JSON.stringify([chatGpt(SIMPLE)]));
    const zip = (files: number) =>
      new Blob([
        zipSync(
          Object.fromEntries(Array.from({ length: files }, (_, n) => [`conversations-${n}.json`, chat])),
        ),
      ]);
    const maxBytes = 2 * chat.length;
    expect(await problemOf(zip(2), undefined, { maxBytes })).toBe('none');
    expect(await problemOf(zip(3), undefined, { maxBytes })).toBe('zipBomb');
  });

  it('that is a damaged archive is refused', async () => {
    const zip = zipSync({ 'conversations.json': strToU8(JSON.stringify([chatGpt(SIMPLE)])) });
    expect(await problemOf(new Blob([zip.slice(0, zip.length - 30)]))).toBe('zipBroken');
    const damaged = zip.slice();
    damaged.fill(0xff, 60, 90);
    expect(await problemOf(new Blob([damaged]))).toBe('zipBroken');
  });

  it('a chat that is nested too deeply is counted, and the others are read', async () => {
    const deep = `[{"mapping": ${'['.repeat(100_000)}${']'.repeat(100_000)}}, `;
    expect(await problemOf(deep)).toBe('cutShort');
    const { chats, left } = await read(`${deep}${JSON.stringify(chatGpt(SIMPLE))}]`);
    expect(chats).toHaveLength(1);
    expect(left).toEqual({ unreadableChat: 1, system: 1 });
  });

  it('a broken chat is counted, and the others are read', async () => {
    const text = `[{"mapping": {"a": 01}}, ${JSON.stringify(chatGpt(SIMPLE))}, {"other": 1}, ${JSON.stringify(chatGpt([], { id: 'x' }))}]`;
    const { chats, left } = await read(text);
    expect(chats).toHaveLength(1);
    expect(left).toEqual({ unreadableChat: 1, unknownChat: 1, emptyChat: 1, system: 1 });
  });
});
