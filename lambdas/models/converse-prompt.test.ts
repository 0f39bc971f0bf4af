import { describe, expect, it } from 'vitest';
import type { ModelSpec } from '#contract/deployment-config';
import { promptOf } from './converse-prompt.ts';
import type { ModelFile, ModelMessage } from './model-port.ts';

const model: ModelSpec = {
  ...{ id: 'claude', displayName: 'Claude', contextTokens: 1_000, maxOutputTokens: 16 },
  ...{ price: { input: 1, output: 1 }, promptCache: { minTokens: 1_000 } },
  provider: { kind: 'bedrock', modelId: 'us.anthropic.claude-sonnet-5-5' },
};
const { promptCache: _, ...plain } = model;
const text = (tokens: number) => 'x'.repeat(tokens * 3.5);
const chat = (...tokens: number[]): ModelMessage[] =>
  tokens.map((count, n) => ({ role: n % 2 === 0 ? 'user' : 'assistant', text: text(count) }));

/** Returns where the cache points are: `system`, or the index of a message. */
function pointsIn({ system, messages }: ReturnType<typeof promptOf>): (string | number)[] {
  const hasPoint = (blocks: readonly { cachePoint?: unknown }[] = []) =>
    blocks.findIndex(({ cachePoint }) => cachePoint) === 1;
  return [
    ...(hasPoint(system) ? ['system'] : []),
    ...messages.flatMap(({ content }, index) => (hasPoint(content) ? [index] : [])),
  ];
}

const bytes = new Uint8Array([1, 2, 3]);
const picture: ModelFile = {
  ...{ name: 'Picture 1', mediaType: 'image/png', tokens: 500, content: { kind: 'image', bytes } },
};
const paper: ModelFile = {
  ...{ name: 'Document 1', mediaType: 'application/pdf', tokens: 600, content: { kind: 'document', bytes } },
};
const sheet: ModelFile = { ...paper, name: 'Document 2', content: { kind: 'text', text: 'a,b' } };

describe('the files of a message', () => {
  const contentFor = (spec: ModelSpec, message: Partial<ModelMessage>) =>
    promptOf({ model: spec, system: 's', messages: [{ role: 'user', text: '', ...message }] }).messages[0]
      ?.content;
  const png = { image: { format: 'png', source: { bytes } } };
  const pdf = { document: { format: 'pdf', name: 'Document 1', source: { bytes } } };
  const names = { text: 'Attached: Picture 1, Document 1, Document 2.' };

  it('come before its text, with a line that names them', () => {
    const nova = { ...plain, provider: { kind: 'bedrock', modelId: 'amazon.nova-pro-v1:0' } } as const;
    expect(contentFor(nova, { text: 'Hi', files: [picture, paper, sheet] })).toEqual([
      ...[png, pdf, { text: 'a,b' }, names, { text: 'Hi' }],
    ]);
    expect(contentFor(nova, { files: [paper] })).toEqual([pdf, { text: 'Attached: Document 1.' }]);
  });

  it('have citations enabled for Claude, which then sees the pictures of their pages', () => {
    const cited = { document: { ...pdf.document, citations: { enabled: true } } };
    expect(contentFor(plain, { text: 'Hi', files: [paper] })?.[0]).toEqual(cited);
  });

  it('have a cache point of their own in the last message, after the line that names them', () => {
    const content = contentFor(model, { text: 'Hi', files: [picture, paper, sheet] }) ?? [];
    expect(content.map((block) => Object.keys(block)[0])).toEqual([
      ...['image', 'document', 'text', 'text', 'cachePoint', 'text', 'cachePoint'],
    ]);
    const alone = contentFor(model, { files: [picture, paper] }) ?? [];
    expect(alone.map((block) => Object.keys(block)[0])).toEqual(['image', 'document', 'text', 'cachePoint']);
  });
});

describe('the files of a project', () => {
  const files = { projectFiles: [{ ...paper, name: 'Project document 1' }] };
  const kinds = (messages: ModelMessage[], system = 's') =>
    promptOf({ model, system, messages }).messages.map(({ content = [] }) =>
      content.map((block) => Object.keys(block)[0]),
    );

  it('come first, followed by a line that names them and a cache point', () => {
    const first: ModelMessage = { role: 'user', text: 'Hi', ...files, files: [picture] };
    const large = { ...first, projectFiles: [{ ...paper, tokens: 1_000 }] };
    expect(kinds([large])).toEqual([
      ['document', 'text', 'cachePoint', 'image', 'text', 'cachePoint', 'text', 'cachePoint'],
    ]);
    expect(kinds([first])[0]?.slice(0, 3)).toEqual(['document', 'text', 'image']);
    const line = promptOf({ model, system: 's', messages: [first] }).messages[0]?.content?.[1];
    expect(line).toEqual({ text: 'Files of the project that this chat is in: Project document 1.' });
  });

  it('replace the points after the system prompt and the first turns, so that there are four at most', () => {
    const messages = chat(900, 100, 50, 50, 10, 10, 10).map(
      (message, n): ModelMessage => ({
        ...message,
        ...(n === 0 && files),
        ...(n === 1 && { endsHead: true }),
        ...(n === 6 && { files: [picture] }),
      }),
    );
    const { system, messages: sent } = promptOf({ model, system: text(1_000), messages });
    expect(system).toHaveLength(1);
    const points = sent.map(({ content = [] }) => content.filter(({ cachePoint }) => cachePoint).length);
    expect(points).toEqual([1, 0, 0, 0, 1, 0, 2]);
  });
});

describe('the cache points of a prompt', () => {
  it('follow the last message and the user’s message before, where the minimum is reached', () => {
    const points = (...tokens: number[]) =>
      pointsIn(promptOf({ model, system: text(100), messages: chat(...tokens) }));
    expect(points(890)).toEqual([]);
    expect(points(900)).toEqual([0]);
    expect(points(400, 400, 100)).toEqual([2]);
    expect(points(900, 1, 1)).toEqual([0, 2]);
    expect(points(900, 1, 1, 1, 1, 1, 1)).toEqual([4, 6]);
  });

  it('follow the system prompt where it alone reaches the minimum', () => {
    expect(pointsIn(promptOf({ model, system: text(1_000), messages: chat(1, 1, 1) }))).toEqual([
      'system',
      0,
      2,
    ]);
  });

  it('follow the first turns of the chat in place of the system prompt, four at most', () => {
    const messages = chat(900, 100, 50, 50, 10, 10, 10).map(
      (message, n): ModelMessage => (n === 1 ? { ...message, endsHead: true } : message),
    );
    expect(pointsIn(promptOf({ model, system: text(1_000), messages }))).toEqual([1, 4, 6]);
    const files = [picture];
    const last: ModelMessage = { role: 'user', text: text(10), files };
    const prompt = promptOf({ model, system: text(1_000), messages: [...messages.slice(0, -1), last] });
    expect(JSON.stringify(prompt).match(/cachePoint/g)).toHaveLength(4);
  });

  it('are in no prompt for a model without a cache', () => {
    const messages = chat(2_000, 2_000, 2_000);
    expect(pointsIn(promptOf({ model: plain, system: text(2_000), messages }))).toEqual([]);
  });

  it('name the time to live only where it is an hour', () => {
    const contents = (ttl?: '1h') => {
      const spec = { ...model, promptCache: { minTokens: 1, ...(ttl && { ttl }) } };
      return promptOf({ model: spec, system: 'a', messages: [] }).system[1];
    };
    expect(contents()).toEqual({ cachePoint: { type: 'default' } });
    expect(contents('1h')).toEqual({ cachePoint: { type: 'default', ttl: '1h' } });
  });
});
