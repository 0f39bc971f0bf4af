import type { UsageDay } from '#contract/usage';
import { usageCopy } from '../copy.ts';
import { daysBetween } from './days.ts';

/**
 * Rows of the file: each day from the first that is kept to `today`, oldest first, with a row for each model. A day
 * without messages has one row, of zeros. Numbers are plain, for programs: no grouping, a point before decimals.
 */
export function csvRows(
  usage: readonly UsageDay[],
  { today, nameOf }: { today: string; nameOf: (model: string) => string },
): string[][] {
  const byDay = new Map(usage.map((each) => [each.day, each]));
  const [first = today] = [...byDay.keys()].toSorted();
  const rows = daysBetween(first, today).flatMap((day) => {
    const models = byDay.get(day)?.models ?? [];
    if (models.length === 0) return [[day, '', '', '0', '0', '0', '0']];
    return models.map((each) => [
      day,
      each.model,
      nameOf(each.model),
      String(each.messages),
      String(each.inputTokens),
      String(each.outputTokens),
      dollars(each.cost),
    ]);
  });
  return [[...usageCopy.analytics.csvColumns], ...rows];
}

/** Without the traces that adding in binary leaves (0.1 + 0.2), and never with an exponent. */
const dollars = (cost: number): string => cost.toFixed(8).replace(/\.?0+$/, '');
