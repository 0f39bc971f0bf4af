import { useCallback, useState } from 'react';
import { Callout } from '../../../components/callout.tsx';
import { OnDemand } from '../../../components/load-on-demand-or-when-idle.tsx';
import type { Metric, Series } from '../calculations/daily-series.ts';
import { usageCopy } from '../copy.ts';
import { formatDay, formatDollars, formatNumber } from '../format-numbers-and-days.ts';
import styles from './analytics.module.css';

const words = usageCopy.analytics;
const loadBars = () => import('./stacked-bars.tsx');

interface ChartProps {
  /** Memoize `days` and `series`: a new array redraws the chart. */
  readonly days: readonly string[];
  readonly series: readonly Series[];
  readonly metric: Metric;
  readonly nameOf: (model: string) => string;
}

/** Chart of one metric by model. Its legend shows the values of the chosen day, or the sums if no day is chosen. */
export function Chart({ days, series, metric, nameOf }: ChartProps) {
  const [hasFailed, setFailed] = useState(false);
  const fail = useCallback(() => setFailed(true), []);
  const [chosen, setChosen] = useState<number>();
  // After a change to a shorter range, the chosen day can be outside it.
  const at = chosen !== undefined && chosen < days.length ? chosen : undefined;
  const format = metric === 'cost' ? formatDollars : formatNumber;
  const numberOf = ({ values }: Series) => (at === undefined ? sum(values) : (values[at] ?? 0));
  const labelOf = ({ model }: Series) => (model === undefined ? words.others : nameOf(model));
  const when = at === undefined ? words.wholeRange(days.length) : words.day(formatDay(days[at] ?? ''));
  const says = series.map((each) => `${labelOf(each)} ${format(numberOf(each))}`).join(', ');
  return (
    <figure className={styles.chart}>
      {hasFailed ? (
        <Callout>{words.chartFailed}</Callout>
      ) : (
        <div className={styles.canvas}>
          <OnDemand load={loadBars} onFailure={fail}>
            {({ StackedBars }) => (
              <StackedBars
                days={days}
                series={series}
                metric={metric}
                label={words.chart(words.metrics[metric], days.length)}
                says={`${when}: ${says}`}
                chosen={at}
                onChoose={setChosen}
              />
            )}
          </OnDemand>
        </div>
      )}
      <figcaption className={styles.legend}>
        <span className={styles.when}>{when}</span>
        <span>
          {words.total} {format(series.reduce((total, each) => total + numberOf(each), 0))}
        </span>
        <ul>
          {series.map((each, i) => (
            <li key={each.model ?? ''}>
              <span className={styles.swatch} data-series={i + 1} aria-hidden="true" />
              <bdi>{labelOf(each)}</bdi> <b>{format(numberOf(each))}</b>
            </li>
          ))}
        </ul>
      </figcaption>
    </figure>
  );
}

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
