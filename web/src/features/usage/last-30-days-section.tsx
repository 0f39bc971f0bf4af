import type { Usage } from '#contract/usage';
import { Card } from '../../components/card.tsx';
import { Table } from '../../components/table.tsx';
import { fillDays } from './calculations/daily-series.ts';
import { daysUntil } from './calculations/utc-days.ts';
import { usageCopy } from './copy.ts';
import { formatDay, formatNumber, formatShortDay } from './format-numbers-and-days.ts';
import styles from './usage.module.css';

const words = usageCopy.month;
const DAYS = 30;

interface MonthSectionProps {
  readonly used: Usage['days'];
  readonly today: string;
}

export function MonthSection({ used, today }: MonthSectionProps) {
  const days = fillDays(used, daysUntil(today, DAYS));
  const total = words.total(days.reduce((sum, { messages }) => sum + messages, 0));
  const busiest = days.reduce((a, b) => (b.messages > a.messages ? b : a));
  return (
    <Card title={words.title}>
      {busiest.messages === 0 ? (
        <p className="soft">{words.empty}</p>
      ) : (
        <>
          <p className="soft">{words.about(total)}</p>
          <Bars
            days={days}
            most={busiest.messages}
            label={words.chart(total, formatDay(busiest.day), formatNumber(busiest.messages))}
          />
          <details className={styles.numbers}>
            <summary>{words.show}</summary>
            <Numbers days={days} />
          </details>
        </>
      )}
    </Card>
  );
}

type Days = ReturnType<typeof fillDays>;

function Bars({ days, most, label }: { readonly days: Days; readonly most: number; readonly label: string }) {
  return (
    <div className={styles.bars} role="img" aria-label={label}>
      <span className={styles.most}>{formatNumber(most)}</span>
      <div className={styles.plot}>
        {days.map(({ day, messages }) => (
          <span key={day} className={styles.bar} title={`${formatDay(day)}: ${words.total(messages)}`}>
            <span style={{ blockSize: `${(messages / most) * 100}%` }} />
          </span>
        ))}
      </div>
      <span>{formatShortDay(days[0]?.day ?? '')}</span>
      <span className={styles.end}>{formatShortDay(days.at(-1)?.day ?? '')}</span>
    </div>
  );
}

function Numbers({ days }: { readonly days: Days }) {
  return (
    <Table kind="numbers" caption={words.table} columns={[words.day, words.messages]}>
      <tbody>
        {days.toReversed().map(({ day, messages }) => (
          <tr key={day}>
            <th scope="row">
              <time dateTime={day}>{formatDay(day)}</time>
            </th>
            <td>{formatNumber(messages)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
