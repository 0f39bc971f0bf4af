import type { ModelSpec } from '#contract/deployment-config';
import { costOf } from '../../lambdas/models/model-cost.ts';
import { allInput, type TokenCounts } from '../../lambdas/models/token-counts.ts';
import { DEFAULT_MODELS } from '../../lib/config-defaults.ts';
import { turnSizes } from './message-sizes.ts';
import { type Play, playChat } from './play-chat.ts';

const TURNS = 30;
const BEFORE = 25;
const CHATS = 12;

export function cachingModel(): ModelSpec {
  const model = DEFAULT_MODELS.find(
    ({ provider, promptCache }) => promptCache && provider.kind === 'bedrock',
  );
  if (!model) throw new Error('No model of the catalogue gets cache points');
  return model;
}

/** Returns the tokens of each turn of all chats, except the first `BEFORE` turns of each chat. */
export async function playChats(
  model: ModelSpec,
  { pause = () => 1, context }: Partial<Pick<Play, 'pause' | 'context'>> = {},
): Promise<TokenCounts[]> {
  const counts: TokenCounts[] = [];
  for (let seed = 1; seed <= CHATS; seed += 1) {
    const sizes = turnSizes(BEFORE + TURNS, seed);
    counts.push(...(await playChat(model, { sizes, from: BEFORE, pause, ...(context && { context }) })));
  }
  return counts;
}

export function averageOf(counts: readonly TokenCounts[]) {
  const mean = (of: keyof TokenCounts) =>
    Math.round(counts.reduce((sum, each) => sum + (each[of] ?? 0), 0) / counts.length);
  return {
    inputTokens: mean('inputTokens'),
    cachedReadTokens: mean('cachedReadTokens'),
    cachedWriteTokens: mean('cachedWriteTokens'),
    outputTokens: mean('outputTokens'),
  };
}

/**
 * Plays the chats with a cache (`cached`), and as the product sent them before it cached prompts (`sliding`): each turn
 * with the newest turns that fit.
 */
export async function playBoth(model: ModelSpec) {
  const { promptCache: _, ...plain } = model;
  return { cached: await playChats(model), sliding: await playChats(plain, { context: 'slides' }) };
}

export const uncached = (counts: TokenCounts): TokenCounts => ({
  inputTokens: allInput(counts),
  outputTokens: counts.outputTokens,
});

/** Returns the average US dollars of a chat. `counts` are those of all chats. */
export const dollarsOfChat = (model: ModelSpec, counts: readonly TokenCounts[]): number =>
  counts.reduce((sum, each) => sum + costOf(model, each), 0) / CHATS;
