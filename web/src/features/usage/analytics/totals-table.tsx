import { usageCopy } from '../copy.ts';
import { formatDollars, formatNumber, formatPercent } from '../format.ts';
import { type ModelTotal, sumOf } from '../model/totals.ts';

const words = usageCopy.analytics;

interface TotalsTableProps {
  readonly totals: readonly ModelTotal[];
  readonly nameOf: (model: string) => string;
}

/** Totals of each model over the range, and its share of the messages. */
export function TotalsTable({ totals, nameOf }: TotalsTableProps) {
  const all = sumOf(totals);
  const perMessage = all.messages > 0 ? formatDollars(all.cost / all.messages) : words.none;
  return (
    <>
      <h3 id="usage-totals">{words.totals}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on a narrow screen it is scrolled, with the keyboard too */}
      <section className="usage-scroll" tabIndex={0} aria-labelledby="usage-totals">
        <table className="usage-table">
          <thead>
            <tr>
              {HEADINGS.map((heading) => (
                <th key={heading} scope="col">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {totals.map(({ model, messages, share, inputTokens, outputTokens, cost, costPerMessage }) => (
              <tr key={model}>
                <th scope="row" dir="auto">
                  {nameOf(model)}
                </th>
                <td>{formatNumber(messages)}</td>
                <td>{formatPercent(share)}</td>
                <td>{formatNumber(inputTokens)}</td>
                <td>{formatNumber(outputTokens)}</td>
                <td>{formatDollars(cost)}</td>
                <td>{costPerMessage === undefined ? words.none : formatDollars(costPerMessage)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{words.total}</th>
              <td>{formatNumber(all.messages)}</td>
              <td>{formatPercent(all.messages > 0 ? 1 : 0)}</td>
              <td>{formatNumber(all.inputTokens)}</td>
              <td>{formatNumber(all.outputTokens)}</td>
              <td>{formatDollars(all.cost)}</td>
              <td>{perMessage}</td>
            </tr>
          </tfoot>
        </table>
      </section>
    </>
  );
}

const { metrics } = words;
const HEADINGS = [
  words.model,
  metrics.messages,
  words.share,
  metrics.inputTokens,
  metrics.outputTokens,
  metrics.cost,
  words.perMessage,
];
