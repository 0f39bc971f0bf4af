import type { Usage } from '#contract/usage';
import { usageCopy } from './copy.ts';
import { formatDay, formatNumber, formatShortDay } from './format.ts';
import { daysUntil } from './model/days.ts';
import { fillDays } from './model/series.ts';

const words = usageCopy.month;
const DAYS = 30;

interface MonthSectionProps {
  readonly used: Usage['days'];
  readonly today: string;
}

/** The messages of each of the last days: a bar each, and the same as a table. */
export function MonthSection({ used, today }: MonthSectionProps) {
  const days = fillDays(used, daysUntil(today, DAYS));
  const total = words.total(days.reduce((sum, { messages }) => sum + messages, 0));
  const busiest = days.reduce((a, b) => (b.messages > a.messages ? b : a));
  return (
    <section className="usage-section" aria-labelledby="usage-month">
      <h2 id="usage-month">{words.title}</h2>
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
          <details className="usage-numbers">
            <summary>{words.show}</summary>
            <Numbers days={days} />
          </details>
        </>
      )}
    </section>
  );
}

type Days = ReturnType<typeof fillDays>;

function Bars({ days, most, label }: { readonly days: Days; readonly most: number; readonly label: string }) {
  return (
    <div className="usage-bars" role="img" aria-label={label}>
      <span className="usage-bars-most">{formatNumber(most)}</span>
      <div className="usage-bars-plot">
        {days.map(({ day, messages }) => (
          <span key={day} className="usage-bar" title={`${formatDay(day)}: ${words.total(messages)}`}>
            <span style={{ blockSize: `${(messages / most) * 100}%` }} />
          </span>
        ))}
      </div>
      <span>{formatShortDay(days[0]?.day ?? '')}</span>
      <span className="usage-bars-end">{formatShortDay(days.at(-1)?.day ?? '')}</span>
    </div>
  );
}

/** Newest first. */
function Numbers({ days }: { readonly days: Days }) {
  return (
    <table className="usage-table">
      <caption className="visually-hidden">{words.table}</caption>
      <thead>
        <tr>
          <th scope="col">{words.day}</th>
          <th scope="col">{words.messages}</th>
        </tr>
      </thead>
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
    </table>
  );
}
