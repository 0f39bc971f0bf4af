import type { Quota } from '#contract/usage';
import { formatDateTime } from '../../lib/dates.ts';
import { usageCopy } from './copy.ts';

const words = usageCopy.today;

/** Messages left of the day, and when the next begins. */
export function TodaySection({ quota: { limit, left, resetsAt } }: { readonly quota: Quota }) {
  const used = limit - left;
  return (
    <section className="usage-section" aria-labelledby="usage-today">
      <h2 id="usage-today">{words.title}</h2>
      <p className="usage-left">{words.left(left, limit)}</p>
      <div className="usage-meter" role="img" aria-label={words.used(used, limit)} data-spent={left === 0}>
        <span
          className="usage-meter-fill"
          style={{ inlineSize: `${limit > 0 ? (used / limit) * 100 : 0}%` }}
        />
      </div>
      {left === 0 && <p>{words.none}</p>}
      <p className="soft">
        <time dateTime={resetsAt}>{words.resets(formatDateTime(resetsAt))}</time>
      </p>
    </section>
  );
}
