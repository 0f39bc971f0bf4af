import type { UsageDay } from '#contract/entities';
import { Cell, Table } from '../../../components/table.tsx';
import admin from '../admin.module.css';
import { adminCopy } from '../copy.ts';
import styles from './users.module.css';

const words = adminCopy.users;
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
const number = new Intl.NumberFormat();
/** Shows up to four decimals, because the usage of a day often costs less than a cent. */
const dollars = new Intl.NumberFormat(undefined, {
  style: 'currency',
  currency: 'USD',
  minimumFractionDigits: 2,
  maximumFractionDigits: 4,
});

/** Table of the days with usage, newest first. */
export function UsageTable({ usage }: { readonly usage: readonly UsageDay[] }) {
  const most = Math.max(1, ...usage.map(({ messages }) => messages));
  const sum = (of: (each: UsageDay) => number) => usage.reduce((total, each) => total + of(each), 0);
  return (
    <section className={admin.list} aria-label={words.usage}>
      <h2 className={styles.subtitle}>{words.usage}</h2>
      {usage.length === 0 ? (
        <p className={admin.state}>{words.noUsage}</p>
      ) : (
        <Table kind="records" columns={[words.day, words.messages, words.models, words.tokens, words.cost]}>
          <tbody>
            {usage.map((each) => (
              <Row key={each.day} usage={each} most={most} />
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{words.total}</th>
              <Cell label={words.messages}>{number.format(sum(({ messages }) => messages))}</Cell>
              <Cell label={words.models} isEmpty />
              <Cell label={words.tokens} isEmpty />
              <Cell label={words.cost}>{dollars.format(sum(({ cost }) => cost))}</Cell>
            </tr>
          </tfoot>
        </Table>
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
      <Cell label={words.messages}>
        <span className={styles['bar-line']}>
          {number.format(messages)}
          <span className={styles.bar} aria-hidden="true">
            <span style={{ inlineSize: `${(messages / most) * 100}%` }} />
          </span>
        </span>
      </Cell>
      <Cell label={words.models}>{models.map(asText).join(', ')}</Cell>
      <Cell label={words.tokens}>
        {tokens('inputTokens')} / {tokens('outputTokens')}
      </Cell>
      <Cell label={words.cost}>{dollars.format(cost)}</Cell>
    </tr>
  );
}

const asText = ({ model, messages, cost }: UsageDay['models'][number]): string =>
  `${model} (${number.format(messages)}, ${dollars.format(cost)})`;
