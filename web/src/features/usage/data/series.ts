/** Series of usage, day by day, as charts and tables show it: days without messages are there, with 0. */
import type { UsageDay } from '#contract/usage';

export type Metric = 'messages' | 'inputTokens' | 'outputTokens' | 'cost';
export const METRICS: readonly Metric[] = ['messages', 'inputTokens', 'outputTokens', 'cost'];

interface DayOfUse {
  readonly day: string;
  readonly messages: number;
}

/** Messages of each of `days`. */
export function fillDays(used: readonly DayOfUse[], days: readonly string[]): DayOfUse[] {
  const messages = new Map(used.map((each) => [each.day, each.messages]));
  return days.map((day) => ({ day, messages: messages.get(day) ?? 0 }));
}

/** One part of the bars. `model` is undefined for all that have no part of their own. */
export interface Series {
  readonly model: string | undefined;
  /** One for each day. */
  readonly values: readonly number[];
}

/** Number of models with a part of their own in a chart: more colours cannot be told apart. */
const CHARTED_MODELS = 5;

/** Ids of all models that were used, the busiest first. */
export function modelsOf(usage: readonly UsageDay[]): string[] {
  const messages = new Map<string, number>();
  for (const each of usage.flatMap(({ models }) => models))
    messages.set(each.model, (messages.get(each.model) ?? 0) + each.messages);
  return [...messages].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([model]) => model);
}

/** `metric` of each model on each of `days`. `models`: in the order of their parts. */
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

/** Each part's upper edge: its own value and all below it. */
export function stack(series: readonly Series[]): number[][] {
  let below: readonly number[] = [];
  return series.map(({ values }) => {
    const edge = values.map((value, i) => value + (below[i] ?? 0));
    below = edge;
    return edge;
  });
}
