import { useState } from 'react';
import type { UsageDay } from '#contract/usage';
import { usageCopy } from '../copy.ts';
import { formatDay, formatDollars, formatNumber } from '../format.ts';

const words = usageCopy.analytics;
const { metrics } = words;

interface DaysTableProps {
  readonly usage: readonly UsageDay[];
  readonly days: readonly string[];
  readonly nameOf: (model: string) => string;
}

/** The chart's numbers: every day of the range, newest first, by model. Made when it is asked for: a year is long. */
export function DaysTable(props: DaysTableProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="usage-numbers" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{words.showDays}</summary>
      {isOpen && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled, with the keyboard too
        <section className="usage-scroll" tabIndex={0} aria-label={words.byDay}>
          <table className="usage-table">
            <thead>
              <tr>
                <th scope="col">{usageCopy.month.day}</th>
                <th scope="col">{words.model}</th>
                <th scope="col">{metrics.messages}</th>
                <th scope="col">{metrics.inputTokens}</th>
                <th scope="col">{metrics.outputTokens}</th>
                <th scope="col">{metrics.cost}</th>
              </tr>
            </thead>
            <Rows {...props} />
          </table>
        </section>
      )}
    </details>
  );
}

function Rows({ usage, days, nameOf }: DaysTableProps) {
  const byDay = new Map(usage.map((each) => [each.day, each.models]));
  return (
    <tbody>
      {days.toReversed().flatMap((day) => {
        const models = byDay.get(day) ?? [];
        const rows = models.length > 0 ? models : [NOTHING];
        return rows.map(({ model, messages, inputTokens, outputTokens, cost }) => (
          <tr key={`${day} ${model}`}>
            <th scope="row">
              <time dateTime={day}>{formatDay(day)}</time>
            </th>
            <td dir="auto">{model === '' ? words.none : nameOf(model)}</td>
            <td>{formatNumber(messages)}</td>
            <td>{formatNumber(inputTokens)}</td>
            <td>{formatNumber(outputTokens)}</td>
            <td>{formatDollars(cost)}</td>
          </tr>
        ));
      })}
    </tbody>
  );
}

const NOTHING = { model: '', messages: 0, inputTokens: 0, outputTokens: 0, cost: 0 };
