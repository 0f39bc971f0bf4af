/**
 * Converts the limit of a chat's history from the tokens that models count to estimated tokens. The estimate is about a
 * seventh too high for English text, and too low for code and for text in some scripts.
 */
import type { AssistantConfig } from '#contract/deployment-config';
import { estimateTokens, tokensOfFiles } from '../../models/estimate-tokens.ts';
import { allInput } from '../../models/token-counts.ts';
import type { TurnItem } from '../../store/turns/turns.ts';
import { isAnswered, tokensOf } from './model-context.ts';

/** Bounds of the ratio of counted to estimated tokens, for an endpoint that counts wrongly. */
export const LEAST_RATIO = 0.75;
const MOST_RATIO = 1.5;
/** Size in estimated tokens of the smallest prompt whose ratio is used. The ratio of a shorter prompt says little. */
const LEAST_PROMPT = 1_000;
/** Largest history in estimated tokens. Keeps the hand-over to the worker within Lambda's limit of 1 MB. */
const MOST_ESTIMATED = 100_000;

/**
 * Returns how many estimated tokens a history may have, so that a model counts about `historyTokens`. The ratio comes
 * from the newest prompt that a model has counted.
 * @param head first turns of the chat, which stay in the context when later turns are left out
 */
export function historyBudget(
  newestFirst: readonly TurnItem[],
  { historyTokens, systemPrompt }: AssistantConfig,
  head: readonly TurnItem[] = [],
  isWithProjectFiles = false,
): number {
  // With project files, no ratio is measured. The model's counts include these files, whose tokens are estimated in
  // another way.
  const measured = (isWithProjectFiles ? undefined : ratioIn(newestFirst, systemPrompt, head)) ?? 1;
  const ratio = Math.min(MOST_RATIO, Math.max(LEAST_RATIO, measured));
  return Math.min(Math.floor(historyTokens / ratio), MOST_ESTIMATED);
}

/**
 * Returns the ratio of counted to estimated tokens of the newest counted prompt. Undefined if that prompt is short, has
 * turns that were not read, or has files, because the tokens of files are estimated in another way.
 */
function ratioIn(
  newestFirst: readonly TurnItem[],
  system: string,
  head: readonly TurnItem[],
): number | undefined {
  const last = newestFirst.find(isCounted);
  if (last?.userText === undefined) return undefined;
  const from = last.contextFrom ?? last.index;
  const turns = newestFirst.filter(({ index }) => index >= from && index <= last.index);
  const before = [
    ...head.filter(({ index }) => index < from),
    ...turns.filter((turn) => isAnswered(turn) && turn.index < last.index),
  ];
  const isRead = last.contextFrom === undefined || turns.at(-1)?.index === from;
  const hasFiles = turns.some(({ files }) => tokensOfFiles(files) > 0);
  const estimated = estimateTokens(system) + tokensOf(before) + estimateTokens(last.userText);
  if (!isRead || hasFiles || estimated < LEAST_PROMPT) return undefined;
  return allInput({ inputTokens: 0, outputTokens: 0, ...last }) / estimated;
}

/**
 * True for a turn whose token counts are probably the model's. Failed and stopped turns may have estimates instead.
 * Some complete and truncated turns have estimates too, but their ratio is about 1, which leaves the budget as it is.
 */
const isCounted = (turn: TurnItem): boolean =>
  isAnswered(turn) &&
  turn.inputTokens !== undefined &&
  (turn.status === 'complete' || turn.status === 'truncated');
