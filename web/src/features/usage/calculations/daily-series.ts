import type { UsageDay } from '#contract/entities';

export type Metric = 'messages' | 'inputTokens' | 'outputTokens' | 'cost';
export const METRICS: readonly Metric[] = ['messages', 'inputTokens', 'outputTokens', 'cost'];

interface DayOfUse {
  readonly day: string;
  readonly messages: number;
}

export function fillDays(used: readonly DayOfUse[], days: readonly string[]): DayOfUse[] {
  const messages = new Map(used.map((each) => [each.day, each.messages]));
  return days.map((day) => ({ day, messages: messages.get(day) ?? 0 }));
}

/** Values of one model. `model` is undefined for the sum of the models without their own series. */
export interface Series {
  readonly model: string | undefined;
  readonly values: readonly number[];
}

/** Largest number of models with their own series. More colours are hard to distinguish in a chart. */
const CHARTED_MODELS = 5;

/** Returns the ids of the used models, most messages first. */
export function modelsOf(usage: readonly UsageDay[]): string[] {
  const messages = new Map<string, number>();
  for (const each of usage.flatMap(({ models }) => models))
    messages.set(each.model, (messages.get(each.model) ?? 0) + each.messages);
  return [...messages].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([model]) => model);
}

/** Returns one series for each of the first `CHARTED_MODELS` of `models`, and one for all other models together. */
export function seriesOf(
  usage: readonly UsageDay[],
  { days, models, metric }: { days: readonly string[]; models: readonly string[]; metric: Metric },
): Series[] {
  const byDay = new Map(usage.map((each) => [each.day, each.models]));
  const valuesOf = (has: (model: string) => boolean): number[] =>
    days.map((day) =>
      (byDay.get(day) ?? []).reduce((sum, each) => (has(each.model) ? sum + each[metric] : sum), 0),
    );
  const charted = models.slice(0, CHARTED_MODELS);
  const series: Series[] = charted.map((model) => ({ model, values: valuesOf((each) => each === model) }));
  if (models.length > charted.length)
    series.push({ model: undefined, values: valuesOf((each) => !charted.includes(each)) });
  return series;
}

/** Returns the upper edge of each series when they are stacked, the first series lowest. */
export function stack(series: readonly Series[]): number[][] {
  let below: readonly number[] = [];
  return series.map(({ values }) => {
    const edge = values.map((value, i) => value + (below[i] ?? 0));
    below = edge;
    return edge;
  });
}
