import type { UsageDay } from '#contract/entities';

export interface ModelTotal {
  readonly model: string;
  readonly messages: number;
  readonly inputTokens: number;
  /** Part of `inputTokens` that was read from prompt caches. */
  readonly cachedTokens: number;
  readonly outputTokens: number;
  /** US dollars. */
  readonly cost: number;
  /** Share of the messages of all models, from 0 to 1. */
  readonly share: number;
  /** US dollars. Undefined for a model without messages. */
  readonly costPerMessage: number | undefined;
}

/** Returns each model's totals over `days`, the model with the most messages first. */
export function totalsOf(usage: readonly UsageDay[], days: readonly string[]): ModelTotal[] {
  const inRange = new Set(days);
  const totals = new Map<string, Omit<ModelTotal, 'share' | 'costPerMessage'>>();
  for (const { day, models } of usage)
    for (const each of inRange.has(day) ? models : []) {
      const so = totals.get(each.model);
      totals.set(each.model, {
        model: each.model,
        messages: (so?.messages ?? 0) + each.messages,
        inputTokens: (so?.inputTokens ?? 0) + each.inputTokens,
        cachedTokens: (so?.cachedTokens ?? 0) + (each.cachedReadTokens ?? 0),
        outputTokens: (so?.outputTokens ?? 0) + each.outputTokens,
        cost: (so?.cost ?? 0) + each.cost,
      });
    }
  const all = sumOf([...totals.values()]).messages;
  return [...totals.values()]
    .map((each) => ({
      ...each,
      share: all > 0 ? each.messages / all : 0,
      costPerMessage: each.messages > 0 ? each.cost / each.messages : undefined,
    }))
    .toSorted((a, b) => b.messages - a.messages || (a.model < b.model ? -1 : 1));
}

type Summed = Pick<ModelTotal, 'messages' | 'inputTokens' | 'cachedTokens' | 'outputTokens' | 'cost'>;

export function sumOf(totals: readonly Summed[]): Summed {
  const sum = (of: keyof Summed) => totals.reduce((total, each) => total + each[of], 0);
  return {
    messages: sum('messages'),
    inputTokens: sum('inputTokens'),
    cachedTokens: sum('cachedTokens'),
    outputTokens: sum('outputTokens'),
    cost: sum('cost'),
  };
}
