import { useId, useState } from 'react';
import type { UsageDay } from '#contract/entities';
import { Table } from '../../../components/table.tsx';
import { type ModelTotal, sumOf } from '../calculations/model-totals.ts';
import { usageCopy } from '../copy.ts';
import { formatDay, formatDollars, formatNumber, formatPercent } from '../format-numbers-and-days.ts';
import styles from '../usage.module.css';

const words = usageCopy.analytics;
const { metrics } = words;
const TOTALS = [
  words.model,
  metrics.messages,
  words.share,
  metrics.inputTokens,
  words.cached,
  metrics.outputTokens,
  metrics.cost,
  words.perMessage,
];
const DAYS = [
  usageCopy.month.day,
  words.model,
  metrics.messages,
  metrics.inputTokens,
  metrics.outputTokens,
  metrics.cost,
];

interface TotalsTableProps {
  readonly totals: readonly ModelTotal[];
  readonly nameOf: (model: string) => string;
  readonly trueModelOf: (model: string) => string | undefined;
}

export function TotalsTable({ totals, nameOf, trueModelOf }: TotalsTableProps) {
  const id = useId();
  const all = sumOf(totals);
  const perMessage = all.messages > 0 ? formatDollars(all.cost / all.messages) : words.none;
  return (
    <>
      <h3 id={id}>{words.totals}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll the table on narrow screens */}
      <section className={styles.scroll} tabIndex={0} aria-labelledby={id}>
        <Table kind="numbers" columns={TOTALS}>
          <tbody>
            {totals.map((each) => (
              <tr key={each.model}>
                <th scope="row" dir="auto">
                  {nameOf(each.model)} <bdi className={styles.trueModel}>{trueModelOf(each.model)}</bdi>
                </th>
                <td>{formatNumber(each.messages)}</td>
                <td>{formatPercent(each.share)}</td>
                <td>{formatNumber(each.inputTokens)}</td>
                <td>{cachedShare(each)}</td>
                <td>{formatNumber(each.outputTokens)}</td>
                <td>{formatDollars(each.cost)}</td>
                <td>{each.costPerMessage === undefined ? words.none : formatDollars(each.costPerMessage)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{words.total}</th>
              <td>{formatNumber(all.messages)}</td>
              <td>{formatPercent(all.messages > 0 ? 1 : 0)}</td>
              <td>{formatNumber(all.inputTokens)}</td>
              <td>{cachedShare(all)}</td>
              <td>{formatNumber(all.outputTokens)}</td>
              <td>{formatDollars(all.cost)}</td>
              <td>{perMessage}</td>
            </tr>
          </tfoot>
        </Table>
      </section>
      {all.cachedTokens > 0 && <p className="soft">{words.cachedAbout}</p>}
    </>
  );
}

const cachedShare = ({
  inputTokens,
  cachedTokens,
}: Pick<ModelTotal, 'inputTokens' | 'cachedTokens'>): string =>
  cachedTokens === 0 ? words.none : formatPercent(cachedTokens / inputTokens);

interface DaysTableProps {
  readonly usage: readonly UsageDay[];
  readonly days: readonly string[];
  readonly nameOf: (model: string) => string;
}

/** Table of all metrics by day and model. Renders its rows only while open, because a year has many rows. */
export function DaysTable(props: DaysTableProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles.numbers} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{words.showDays}</summary>
      {isOpen && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll the table
        <section className={styles.scroll} tabIndex={0} aria-label={words.byDay}>
          <Table kind="numbers" columns={DAYS}>
            <Rows {...props} />
          </Table>
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
