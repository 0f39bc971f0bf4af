import type { UsageDay } from '#contract/usage';
import { adminCopy } from '../copy.ts';

const words = adminCopy.users;
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
const number = new Intl.NumberFormat();
/** Most days cost less than a cent. */
const dollars = new Intl.NumberFormat(undefined, {
  style: 'currency',
  currency: 'USD',
  minimumFractionDigits: 2,
  maximumFractionDigits: 4,
});

/** The days with any usage, newest first; each with a bar that shows it beside the busiest one. */
export function UsageTable({ usage }: { readonly usage: readonly UsageDay[] }) {
  const most = Math.max(1, ...usage.map(({ messages }) => messages));
  const sum = (of: (each: UsageDay) => number) => usage.reduce((total, each) => total + of(each), 0);
  return (
    <section className="admin-list" aria-label={words.usage} tabIndex={-1}>
      <h2 className="admin-subtitle">{words.usage}</h2>
      {usage.length === 0 ? (
        <p className="admin-note soft">{words.noUsage}</p>
      ) : (
        <table className="admin-table usage">
          <thead>
            <tr>
              <th scope="col">{words.day}</th>
              <th scope="col">{words.messages}</th>
              <th scope="col">{words.models}</th>
              <th scope="col">{words.tokens}</th>
              <th scope="col">{words.cost}</th>
            </tr>
          </thead>
          <tbody>
            {usage.map((each) => (
              <Row key={each.day} usage={each} most={most} />
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{words.total}</th>
              <td data-label={words.messages}>{number.format(sum(({ messages }) => messages))}</td>
              <td data-empty="true" />
              <td data-empty="true" />
              <td data-label={words.cost}>{dollars.format(sum(({ cost }) => cost))}</td>
            </tr>
          </tfoot>
        </table>
      )}
    </section>
  );
}

function Row({ usage: { day: at, messages, models, cost }, most }: { usage: UsageDay; most: number }) {
  const tokens = (of: 'inputTokens' | 'outputTokens') =>
    number.format(models.reduce((total, model) => total + model[of], 0));
  return (
    <tr>
      <th scope="row">
        <time dateTime={at}>{day.format(new Date(`${at}T00:00:00Z`))}</time>
      </th>
      <td data-label={words.messages}>
        <span className="bar-line">
          {number.format(messages)}
          <span className="bar" aria-hidden="true">
            <span style={{ inlineSize: `${(messages / most) * 100}%` }} />
          </span>
        </span>
      </td>
      <td data-label={words.models}>{models.map(asText).join(', ')}</td>
      <td data-label={words.tokens}>
        {tokens('inputTokens')} / {tokens('outputTokens')}
      </td>
      <td data-label={words.cost}>{dollars.format(cost)}</td>
    </tr>
  );
}

const asText = ({ model, messages, cost }: UsageDay['models'][number]): string =>
  `${model} (${number.format(messages)}, ${dollars.format(cost)})`;
