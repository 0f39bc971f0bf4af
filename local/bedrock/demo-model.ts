/** Demo model without intelligence: quotes the question, and shows a table, code or a list if the question asks. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Message, ReplyChunk, ReplySource } from './bedrock-types.ts';
import { describeFiles } from './describe-files-for-demo-model.ts';

export interface DemoOptions {
  /** Longest pause before a chunk, in milliseconds; the shortest is half as long. @default 30 */
  readonly paceMs?: number;
}

export function demoModel({ paceMs = 30 }: DemoOptions = {}): ReplySource {
  return async function* (request, { signal }) {
    for (const chunk of chunksOf(request.messages)) {
      if (paceMs > 0) await sleep(paceMs * (0.5 + Math.random() / 2));
      if (signal.aborted) return;
      yield chunk;
    }
  };
}

function chunksOf(messages: readonly Message[]): ReplyChunk[] {
  const question = questionOf(messages.at(-1) ?? { role: 'user', content: [] });
  const thoughts = THINK.test(question) ? piecesOf(think(question)).map((thinking) => ({ thinking })) : [];
  // Ends like a model whose thoughts have used up `maxTokens` before its reply began.
  if (THINK_ONLY.test(question)) return [...thoughts, { stop: 'max_tokens' }];
  return [...thoughts, ...piecesOf(writeReply(messages))];
}

/** Returns the message's last text; empty if this text only names the files, as in `Attached: Picture 1.` */
function questionOf(message: Message): string {
  const { content } = message;
  const texts = content.flatMap(({ text }) => text ?? []);
  const last = texts.at(-1) ?? '';
  const hasFiles = content.length > 1 && describeFiles(message).length > 0;
  return hasFiles && texts.length > 0 && /^Attached: .*\.$/.test(last) ? '' : last;
}

function piecesOf(text: string): string[] {
  return text.match(/\s*\S{1,8}|\s+$/gu) ?? [];
}

const INTRO =
  'I am a **demo model** that runs on your computer: I do not understand what you write, but I show how a reply looks.';
const QUOTE_LENGTH = 160;

const SAMPLES: readonly { readonly cue: RegExp; readonly write: () => string }[] = [
  {
    cue: /\b(table|compare|comparison|versus|vs)\b/i,
    write: () =>
      [
        '## A table',
        '',
        '| Way to answer | Starts with | Good for |',
        '|---|---|---|',
        '| This demo | `npm start` | trying the product |',
        '| A model of yours | `PARLEY_MODEL_URL=... npm start` | Ollama, llama.cpp, vLLM |',
        '| Amazon Bedrock | `npm start -- --bedrock` | the real thing |',
      ].join('\n'),
  },
  {
    cue: /\b(code|function|program|script|typescript|javascript|python|example)\b/i,
    write: () =>
      [
        '## Some code',
        '',
        '```ts',
        '/** The nth Fibonacci number, from 0. */',
        'export function fibonacci(n: number): bigint {',
        '  let [current, next] = [0n, 1n];',
        '  for (let i = 0; i < n; i += 1) [current, next] = [next, current + next];',
        '  return current;',
        '}',
        '',
        'console.log(fibonacci(90)); // 2880067194370816120n',
        '```',
      ].join('\n'),
  },
  {
    cue: /\b(list|steps?|plan|how (do|can|to)|ideas?)\b/i,
    write: () =>
      [
        '## A list',
        '',
        '1. **Say what you want**, in one sentence.',
        '2. **Give what is known**: facts, limits, an example.',
        '3. **Ask for a form**: a list, a table, a piece of code.',
        '   - Short answers come sooner.',
        '   - Long ones can be stopped at any time.',
      ].join('\n'),
  },
];

const LONG = /\b(long|essay|story|detail(ed|s)?)\b/i;
const MEMORY = /\b(remember|earlier|before|first|previous(ly)?|again|last)\b/i;

const THINK = /\bthink (hard|only)\b/i;
const THINK_ONLY = /\bthink only\b/i;

const think = (question: string): string =>
  [
    `The message says: ${oneLine(question)}`,
    'It asks me to think. I have no mind to do it with, but I can show how thoughts arrive: word by word, above the reply, folded until somebody opens them.',
    ['First I read the question.', 'Then I look for words that I know.', 'Then I write what I have prepared.']
      .map((step, i) => `${i + 1}. ${step}`)
      .join('\n'),
    'That is enough. Now the reply.',
  ].join('\n\n');

function writeReply(messages: readonly Message[]): string {
  const mine = messages.filter(({ role }) => role === 'user').map(questionOf);
  const question = mine.at(-1) ?? '';
  const earlier = mine.slice(0, -1);
  const samples = SAMPLES.filter(({ cue }) => cue.test(question)).map(({ write }) => write());
  const files = describeFiles(messages.at(-1) ?? { role: 'user', content: [] });
  return [
    ...(question === '' ? [] : [`You wrote:\n\n${quoted(question)}`]),
    ...(files.length === 0 ? [] : [`You sent:\n\n${files.join('\n')}`]),
    ...(earlier.length === 0 ? [INTRO] : remembering(earlier, MEMORY.test(question))),
    ...samples,
    ...(LONG.test(question) ? longer() : []),
    ...(samples.length === 0
      ? ['Ask me for *a list*, *a table*, *some code*, or *a long story*, or to *think hard*.']
      : []),
  ].join('\n\n');
}

function quoted(text: string): string {
  const short = text.length > QUOTE_LENGTH ? `${text.slice(0, QUOTE_LENGTH).trimEnd()} ...` : text;
  return short.replace(/^/gm, '> ');
}

function remembering(earlier: readonly string[], asked: boolean): string[] {
  const count = earlier.length === 1 ? 'one message' : `${earlier.length} messages`;
  const last = `Before that you sent ${count}; the last one was: *${oneLine(earlier.at(-1) ?? '')}*`;
  if (!asked) return [last];
  return [
    '## What you said so far',
    earlier
      .slice(-10)
      .map((text) => `- ${oneLine(text)}`)
      .join('\n'),
  ];
}

const oneLine = (text: string): string =>
  text
    .replace(/[\s*_`]+/g, ' ')
    .trim()
    .slice(0, 80);

function longer(): string[] {
  const places = ['a harbour', 'a library', 'a garden', 'a night train', 'a workshop', 'a mountain hut'];
  return [
    '## A long story',
    ...places.map(
      (place, i) =>
        `**Part ${i + 1}.** In ${place}, two people who had never met began to talk. One asked a question; the ` +
        'other thought for a while, and answered with another. Neither was in a hurry. When they parted, each had ' +
        'something new to think about, and both had forgotten what they had come for.',
    ),
  ];
}
