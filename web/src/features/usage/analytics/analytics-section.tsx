import { useId, useMemo, useState } from 'react';
import type { UsageDay } from '#contract/entities';
import { Button } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { csvFile } from '../../../lib/csv.ts';
import { saveFile } from '../../../lib/save-file.ts';
import type { ModelNames } from '../api/usage-queries.ts';
import { METRICS, type Metric, modelsOf, seriesOf } from '../calculations/daily-series.ts';
import { totalsOf } from '../calculations/model-totals.ts';
import { usageCsvRows } from '../calculations/usage-csv-rows.ts';
import { daysUntil } from '../calculations/utc-days.ts';
import { usageCopy } from '../copy.ts';
import styles from './analytics.module.css';
import { DaysTable, TotalsTable } from './analytics-tables.tsx';
import { Chart } from './chart.tsx';

const words = usageCopy.analytics;
const RANGES = [7, 30, 90, 365] as const;

interface AnalyticsSectionProps {
  readonly usage: readonly UsageDay[];
  readonly today: string;
  readonly names: ModelNames;
}

/** Analytics for yearly subscribers: messages, tokens and cost by day and model, with a CSV download. */
export function AnalyticsSection({ usage, today, names }: AnalyticsSectionProps) {
  const [range, setRange] = useState<number>(30);
  const [metric, setMetric] = useState<Metric>('messages');
  const nameOf = (model: string) => names.get(model)?.displayName ?? model;
  const trueModelOf = (model: string) => names.get(model)?.trueModel;
  const days = useMemo(() => daysUntil(today, range), [today, range]);
  const series = useMemo(
    () => seriesOf(usage, { days, models: modelsOf(usage), metric }),
    [usage, days, metric],
  );
  const totals = totalsOf(usage, days);
  const download = () =>
    saveFile(csvFile(usageCsvRows(usage, { today, nameOf, trueModelOf })), words.fileName(today));
  return (
    <Card title={words.title}>
      <p className="soft">{words.about}</p>
      <div className={styles.choices}>
        <Choice
          legend={words.range}
          options={RANGES.map((value) => ({ value, label: words.days(value) }))}
          value={range}
          onChange={setRange}
        />
        <Choice
          legend={words.metric}
          options={METRICS.map((value) => ({ value, label: words.metrics[value] }))}
          value={metric}
          onChange={setMetric}
        />
      </div>
      {totals.length === 0 ? (
        <p role="status">{words.empty(range)}</p>
      ) : (
        <>
          <Chart days={days} series={series} metric={metric} nameOf={nameOf} />
          <TotalsTable totals={totals} nameOf={nameOf} trueModelOf={trueModelOf} />
          <DaysTable usage={usage} days={days} nameOf={nameOf} />
        </>
      )}
      <div className={styles.download}>
        <Button onClick={download}>{words.download}</Button>
        <span className="soft">{words.downloadAbout}</span>
      </div>
    </Card>
  );
}

interface ChoiceProps<T extends string | number> {
  readonly legend: string;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly value: T;
  readonly onChange: (value: T) => void;
}

function Choice<T extends string | number>({ legend, options, value, onChange }: ChoiceProps<T>) {
  const name = useId();
  return (
    <fieldset className={styles.choice}>
      <legend>{legend}</legend>
      <div>
        {options.map((each) => (
          <label key={each.value}>
            <input
              type="radio"
              className="visually-hidden"
              name={name}
              checked={each.value === value}
              onChange={() => onChange(each.value)}
            />
            <span className={styles.option}>{each.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
