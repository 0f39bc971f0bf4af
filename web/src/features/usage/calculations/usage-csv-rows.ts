import type { UsageDay } from '#contract/entities';
import { usageCopy } from '../copy.ts';
import { daysBetween } from './utc-days.ts';

interface CsvOptions {
  readonly today: string;
  readonly nameOf: (model: string) => string;
  readonly trueModelOf: (model: string) => string | undefined;
}

/**
 * Returns the header, then a row for each day and model from the first stored day to `today`. A day without messages
 * has one row with zeros.
 */
export function usageCsvRows(
  usage: readonly UsageDay[],
  { today, nameOf, trueModelOf }: CsvOptions,
): string[][] {
  const byDay = new Map(usage.map((each) => [each.day, each]));
  const [first = today] = [...byDay.keys()].toSorted();
  const rows = daysBetween(first, today).flatMap((day) => {
    const models = byDay.get(day)?.models ?? [];
    if (models.length === 0) return [[day, '', '', '0', '0', '0', '0', '0', '0', '']];
    return models.map((each) => [
      day,
      each.model,
      nameOf(each.model),
      String(each.messages),
      String(each.inputTokens),
      String(each.outputTokens),
      dollars(each.cost),
      String(each.cachedReadTokens ?? 0),
      String(each.cachedWriteTokens ?? 0),
      trueModelOf(each.model) ?? '',
    ]);
  });
  return [[...usageCopy.analytics.csvColumns], ...rows];
}

/** Writes dollars without the rounding errors of binary addition (0.1 + 0.2) and without an exponent. */
const dollars = (cost: number): string => cost.toFixed(8).replace(/\.?0+$/, '');
