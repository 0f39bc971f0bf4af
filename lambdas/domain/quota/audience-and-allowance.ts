import type { Allowance, Audience } from '#contract/deployment-config';
import type { Effort, Subscription } from '#contract/entities';
import { isPremium } from '../../store/billing/read-subscription-and-plan.ts';
import type { Sender } from '../connections/sender-of-frame.ts';

export type Allowances = Readonly<Record<Audience, Allowance>>;

export const audienceOf = (plan: Subscription): 'free' | 'paid' => (isPremium(plan) ? 'paid' : 'free');

/** Audiences that are possible for a caller whose plan is not known yet. */
const POSSIBLE: Readonly<Record<Sender['kind'], readonly Audience[]>> = {
  guest: ['guest'],
  user: ['free', 'paid'],
};

/**
 * Returns all models and the highest limits of the audiences that the caller may belong to. Leaves out efforts, files
 * and imports.
 */
export function widestAllowance(kind: Sender['kind'], allowances: Allowances): Allowance {
  const possible = POSSIBLE[kind].map((audience) => allowances[audience]);
  return {
    models: [...new Set(possible.flatMap(({ models }) => models))],
    messagesPerDay: Math.max(...possible.map(({ messagesPerDay }) => messagesPerDay)),
    maxOutputTokens: Math.max(...possible.map(({ maxOutputTokens }) => maxOutputTokens)),
  };
}

const LEAST: Effort[] = ['quick'];

/** Returns the efforts that a caller may choose. The first one is the default. */
export const effortsOf = ({ efforts = LEAST }: Pick<Allowance, 'efforts'>): readonly Effort[] => efforts;

/** Returns the chosen effort if the allowance includes it, else the allowance's first one. */
export function effortOf(allowance: Pick<Allowance, 'efforts'>, chosen: Effort | undefined): Effort {
  const efforts = effortsOf(allowance);
  return efforts.find((effort) => effort === chosen) ?? efforts[0] ?? 'quick';
}
