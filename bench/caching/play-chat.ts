/** Plays a long chat against the emulated Bedrock, with the product's own code for the context and the model's call. */
import type { AddressInfo } from 'node:net';
import type { ModelSpec } from '#contract/deployment-config';
import { headOf } from '../../lambdas/domain/turn/first-turns-of-context.ts';
import { historyBudget } from '../../lambdas/domain/turn/history-budget.ts';
import {
  contextOf,
  MOST_TURNS,
  type ModelContext,
  tokensOf,
} from '../../lambdas/domain/turn/model-context.ts';
import { streamReply } from '../../lambdas/models/bedrock.ts';
import { estimateTokens } from '../../lambdas/models/estimate-tokens.ts';
import { countsIn, type TokenCounts } from '../../lambdas/models/token-counts.ts';
import type { TurnItem } from '../../lambdas/store/turns/turns.ts';
import { DEFAULT_ASSISTANT } from '../../lib/config-defaults.ts';
import { createBedrock, scriptedSource } from '../../local/bedrock/bedrock.ts';
import { createFaults } from '../../local/faults/faults.ts';
import { createClock } from '../../local/movable-clock.ts';
import type { TurnSize } from './message-sizes.ts';

export interface Play {
  readonly sizes: readonly TurnSize[];
  /** Index in `sizes` of the first measured turn. The turns before it fill the history. */
  readonly from: number;
  /** Minutes before a turn. */
  readonly pause: (turn: number) => number;
  /** `slides`: the newest turns that fit, as before the product cached prompts. @default the product's `contextOf` */
  readonly context?: 'slides';
}

const MINUTE_MS = 60_000;
const { systemPrompt: system, historyTokens } = DEFAULT_ASSISTANT;
const clock = createClock();
let replyTokens = 0;
let texts = 0;

/** Returns a unique text of about `tokens` tokens, as the emulator counts them. */
function textOf(tokens: number): string {
  texts += 1;
  return `${texts} `.padEnd(tokens * 4, 'word ');
}

/** Starts the emulator and points the product's Bedrock client at it. Returns a function that stops the emulator. */
export async function startModels(): Promise<() => void> {
  const source = scriptedSource(() => ({ chunks: [textOf(replyTokens)] }));
  const server = createBedrock({ source, faults: createFaults(), clock, authorize: () => undefined });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_BEDROCK_RUNTIME: `http://127.0.0.1:${port}`,
    ...{ AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'bench', AWS_SECRET_ACCESS_KEY: 'bench' },
  });
  return () => void server.close();
}

export async function playChat(model: ModelSpec, { sizes, from, pause, context }: Play) {
  const newestFirst: TurnItem[] = [];
  const counts: TokenCounts[] = [];
  for (const [n, size] of sizes.entries()) {
    clock.advance(pause(n) * MINUTE_MS);
    const userText = textOf(size.user);
    const read = newestFirst.slice(0, MOST_TURNS);
    const head = headOf(newestFirst, historyTokens);
    const { messages, contextFrom } =
      context === 'slides'
        ? slidingContext(read, userText)
        : contextOf(read, { text: userText }, historyBudget(read, DEFAULT_ASSISTANT, head), { head });
    replyTokens = size.reply;
    const { text, usage } = await ask({ model, messages });
    if (n >= from) counts.push(usage);
    const at = new Date(clock.now()).toISOString();
    newestFirst.unshift({
      ...{ index: 2 * n + 1, userText, userAt: at, text, replyAt: at, status: 'complete' },
      ...(contextFrom !== undefined && { contextFrom }),
      ...countsIn(usage),
    });
  }
  return counts;
}

async function ask({ model, messages: context }: { model: ModelSpec } & Pick<ModelContext, 'messages'>) {
  const messages = context.map(({ files: _, projectFiles: __, ...message }) => message);
  let text = '';
  let usage: TokenCounts = { inputTokens: 0, outputTokens: 0 };
  const { signal } = new AbortController();
  for await (const event of streamReply({ model, system, messages, maxOutputTokens: 16_384, signal })) {
    if (event.type === 'text') text += event.text;
    if (event.type === 'usage') usage = event;
  }
  return { text, usage };
}

function slidingContext(newestFirst: readonly TurnItem[], userText: string): ModelContext {
  let count = 0;
  const room = historyTokens - estimateTokens(userText);
  while (count < newestFirst.length && tokensOf(newestFirst.slice(0, count + 1)) <= room) count += 1;
  const messages = newestFirst.slice(0, count).toReversed();
  return {
    messages: [
      ...messages.flatMap(({ userText: question = '', text }) => [
        { role: 'user' as const, text: question },
        { role: 'assistant' as const, text },
      ]),
      { role: 'user', text: userText },
    ],
    contextFrom: undefined,
  };
}
