/** Tables that the docs quote. `quoted.test.ts` compares them with the docs. */
import { billedFor, dollarsOf, dollarsOf1000, REPLIES } from './turn-use.ts';

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** Returns the rows of "What a turn costs" in docs/operate.md: dollars of 1,000 turns, by the length of the reply. */
export function costRows(): string[] {
  const replies = Object.values(REPLIES);
  const dollars = replies.map((reply) => dollarsOf(billedFor(reply)));
  const of1000 = (value: number) => value.toFixed(3);
  const services = Object.keys(dollars[0] ?? {});
  return [
    ...services.map((what) => row([what, ...dollars.map((each) => of1000(1_000 * (each[what] ?? 0)))])),
    row(['**together**', ...replies.map((reply) => `**${of1000(dollarsOf1000(reply))}**`)]),
    row(['with a second tab', ...replies.map((reply) => of1000(dollarsOf1000(reply, 2)))]),
  ];
}
