import type { ModelSpec } from '#contract/deployment-config';
import { tokensOfMessages } from '../../models/estimate-tokens.ts';
import { findModel } from '../../models/find-model-spec.ts';
import type { TurnItem } from '../../store/turns/turns.ts';

export interface CachedPrefix {
  /** Id of the model that has the prefix. */
  readonly model: string;
  readonly tokens: number;
  /** Estimated tokens of all messages that the model gets, the prefix included. */
  readonly of: number;
}

const MINUTE_MS = 60_000;
const TTL_MS = { '5m': 5 * MINUTE_MS, '1h': 60 * MINUTE_MS };

/** Turns before a new message, and the messages that a model gets, including the new message. */
interface Prompt {
  /** Newest first. */
  readonly history: readonly TurnItem[];
  readonly messages: Parameters<typeof tokensOfMessages>[0];
  /** Index of the turn at which the context starts (`ModelContext.contextFrom`). */
  readonly contextFrom: number | undefined;
}

/**
 * Estimates how much of the conversation the model of the last turn still has in its prompt cache (decision 0098).
 * Undefined if there is nothing that the next call could use.
 */
export function cachedPrefixOf(
  models: readonly ModelSpec[],
  { history, messages, contextFrom }: Prompt,
  now: number,
): CachedPrefix | undefined {
  const last = history.find(({ userText }) => userText !== undefined);
  const model = last?.model === undefined ? undefined : findModel(models, last.model);
  if (!last || !model?.promptCache || last.text.trim() === '') return undefined;
  const { minTokens, ttl = '5m' } = model.promptCache;
  const isWarm = now - Date.parse(last.userAt ?? '') < TTL_MS[ttl];
  if (!isWarm || (last.contextFrom ?? last.index) !== contextFrom) return undefined;
  // The prompt of the last turn ended before its reply. So the last reply and the new message are not cached.
  const tokens = tokensOfMessages(messages.slice(0, -2));
  return tokens < minTokens ? undefined : { model: model.id, tokens, of: tokensOfMessages(messages) };
}
