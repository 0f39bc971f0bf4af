import type { Allowance, Audience, ModelSpec, Need } from '#contract/deployment-config';
import type { Subscription } from '#contract/entities';
import type { HttpResponse } from '#contract/http-calls';
import { namesOf } from '../../models/model-names-for-clients.ts';
import { audienceOf, effortsOf } from './audience-and-allowance.ts';

const WORDS: Readonly<Record<Need, string>> = {
  code: 'code',
  reasoning: 'reasoning and maths',
  long: 'long texts',
  language: 'languages and translation',
  creative: 'creative writing',
  quick: 'quick answers',
  general: 'everyday questions',
};
const NEEDS = Object.keys(WORDS) as readonly Need[]; // safe cast: the keys of `WORDS` are the needs
const NAMED = 3;

/**
 * Names the needs in which a model is furthest above the catalogue's mean, such as `Code, long texts, creative
 * writing`.
 */
function goodAt(model: ModelSpec, models: readonly ModelSpec[]): string {
  const strength = (of: ModelSpec, need: Need) => of.strengths?.[need] ?? 0.5;
  const lead = (need: Need) => {
    const mean = models.reduce((sum, other) => sum + strength(other, need), 0) / models.length;
    return strength(model, need) - mean;
  };
  const best = NEEDS.filter((need) => need !== 'general')
    .toSorted((a, b) => lead(b) - lead(a) || strength(model, b) - strength(model, a))
    .slice(0, NAMED);
  const words = best.map((need) => WORDS[need]).join(', ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * Lists the models and efforts that a plan allows. `details` also has the locked models, after the allowed ones.
 * `lockedEfforts` has the efforts of Premium that the plan lacks.
 */
export function availableModels(
  plan: Subscription,
  models: readonly ModelSpec[],
  allowances: Readonly<Record<Audience, Allowance>>,
): HttpResponse<'getAvailableModels'> {
  const allowance = allowances[audienceOf(plan)];
  const open = allowance.models;
  const efforts = effortsOf(allowance);
  const opened = open.flatMap((id) => models.find((model) => model.id === id) ?? []);
  const locked = models.filter(({ id }) => !open.includes(id));
  return {
    models: opened.map(({ id }) => id),
    details: [...opened, ...locked].map((model) => ({
      ...namesOf(model),
      goodAt: goodAt(model, models),
      isLocked: !open.includes(model.id),
      ...(![...open, ...allowances.paid.models].includes(model.id) && { isUnavailable: true }),
      ...(model.thinking && model.thinking !== 'none' && { thinking: model.thinking }),
    })),
    efforts: [...efforts],
    lockedEfforts: effortsOf(allowances.paid).filter((effort) => !efforts.includes(effort)),
  };
}
