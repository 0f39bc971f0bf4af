/** Converts a request's effort to the parameters that its model takes. Decision 0096 lists them, with their sources. */
import type { ModelSpec } from '#contract/deployment-config';
import type { Effort } from '#contract/entities';
import type { ModelRequest } from './model-port.ts';

export type Level = 'low' | 'medium' | 'high';

const LEVELS: Readonly<Record<Effort, Level>> = { quick: 'low', balanced: 'medium', thorough: 'high' };

const doesThink = ({ thinking = 'none' }: ModelSpec): boolean => thinking !== 'none';

const shallNotThink = ({ model, effort }: ModelRequest): boolean =>
  model.thinking === 'optional' && effort === 'quick';

/** True if the model may think before it replies to this request. */
export const mayThink = (request: ModelRequest): boolean =>
  doesThink(request.model) && !shallNotThink(request);

/**
 * Returns the level at which the model shall think; undefined when the request shall name no level.
 * @param configured the provider's `reasoningEffort`, for a request without an effort and for a model without the
 * setting `thinking`
 */
export function levelOf(request: ModelRequest, configured?: Level): Level | undefined {
  const { model, effort } = request;
  if (!doesThink(model) || effort === undefined) return configured;
  return shallNotThink(request) ? undefined : LEVELS[effort];
}

/** Matches the ids of Claude models before 4.6. They think by a budget of tokens, later models by a level. */
const BY_BUDGET = /claude-(?:3-|(?:opus|sonnet|haiku)-4(?:-[0-5])?(?:-\d{8}|$))/;
/** Fewest tokens that Claude accepts as a budget for thinking. */
const LEAST_BUDGET = 1_024;
const BUDGET_SHARES: Readonly<Record<Effort, number>> = { quick: 0.2, balanced: 0.4, thorough: 0.7 };

export const isClaude = (modelId: string): boolean => modelId.includes('anthropic.');

/** Returns the `additionalModelRequestFields` of a request to Bedrock's Converse API; undefined when it needs none. */
export function converseFieldsOf(request: ModelRequest, modelId: string, configured?: Level) {
  if (isClaude(modelId) && shallNotThink(request)) return { thinking: { type: 'disabled' } };
  const level = levelOf(request, configured);
  if (level === undefined) return undefined;
  if (isClaude(modelId)) return claudeFieldsOf(request, modelId, level);
  if (modelId.includes('gpt-oss')) return { reasoning_effort: level };
  return modelId.includes('openai.') ? { reasoning: { effort: level } } : undefined;
}

function claudeFieldsOf({ effort = 'quick', maxOutputTokens }: ModelRequest, modelId: string, level: Level) {
  // Without `display`, Claude models from Opus 4.7 on send empty thoughts.
  if (!BY_BUDGET.test(modelId))
    return { thinking: { type: 'adaptive', display: 'summarized' }, output_config: { effort: level } };
  const budget = Math.floor(maxOutputTokens * BUDGET_SHARES[effort]);
  return budget < LEAST_BUDGET
    ? { thinking: { type: 'disabled' } }
    : { thinking: { type: 'enabled', budget_tokens: budget } };
}
