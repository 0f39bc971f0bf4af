import { useMemo, useState } from 'react';
import type { UsageDay } from '#contract/usage';
import { csvFile } from '../../../lib/csv.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { usageCopy } from '../copy.ts';
import { daysUntil } from '../model/days.ts';
import { METRICS, type Metric, modelsOf, seriesOf } from '../model/series.ts';
import { totalsOf } from '../model/totals.ts';
import { csvRows } from '../model/usage-csv.ts';
import { Chart } from './chart.tsx';
import { Choice } from './choice.tsx';
import { DaysTable } from './days-table.tsx';
import { TotalsTable } from './totals-table.tsx';

const words = usageCopy.analytics;
const RANGES = [7, 30, 90, 365] as const;

interface AnalyticsSectionProps {
  readonly usage: readonly UsageDay[];
  readonly today: string;
  readonly names: ReadonlyMap<string, string>;
}

/** Analytics of yearly subscribers: messages, tokens and cost by day and model, over a range, and all of it as a file. */
export function AnalyticsSection({ usage, today, names }: AnalyticsSectionProps) {
  const [range, setRange] = useState<number>(30);
  const [metric, setMetric] = useState<Metric>('messages');
  const nameOf = (model: string) => names.get(model) ?? model;
  const days = useMemo(() => daysUntil(today, range), [today, range]);
  const series = useMemo(
    () => seriesOf(usage, { days, models: modelsOf(usage), metric }),
    [usage, days, metric],
  );
  const totals = totalsOf(usage, days);
  const download = () => saveFile(csvFile(csvRows(usage, { today, nameOf })), words.fileName(today));
  return (
    <section className="usage-section" aria-labelledby="usage-analytics">
      <h2 id="usage-analytics">{words.title}</h2>
      <p className="soft">{words.about}</p>
      <div className="usage-choices">
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
          <TotalsTable totals={totals} nameOf={nameOf} />
          <DaysTable usage={usage} days={days} nameOf={nameOf} />
        </>
      )}
      <div className="usage-download">
        <button type="button" className="button" onClick={download}>
          {words.download}
        </button>
        <span className="soft">{words.downloadAbout}</span>
      </div>
    </section>
  );
}
