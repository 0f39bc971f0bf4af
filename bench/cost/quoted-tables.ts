/** Tables that the docs quote. `quoted-tables.test.ts` compares them with the docs. */
import { LIMITS, reachedAt } from './quotas-and-caps.ts';
import { type Demand, simulate, WORKLOAD } from './simulate-busiest-hour.ts';
import { billedFor, dollarsOf, dollarsOf1000, REPLIES } from './turn-use.ts';

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** Returns the rows of "What a turn costs" in docs/operate.md: US dollars for 1,000 turns. */
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

const REPLIES_OF_SCALE = [REPLIES.usual, REPLIES.slow, REPLIES.long];
const whole = (value: number): string => Math.round(value).toLocaleString('en-US');
const short = (value: number): string =>
  value < 10 && !Number.isInteger(value) ? value.toPrecision(2) : whole(value);

/** Returns the rows of "What is asked" in docs/scaling.md, with replies of 8 seconds. */
export function demandRows(): string[] {
  const demands = [100, 10_000, 1_000_000].map((users) => simulate(users, REPLIES.usual));
  const line = (what: string, of: (demand: Demand) => number) =>
    row([what, ...demands.map((demand) => short(of(demand)))]);
  return [
    line('turns a second, on average', ({ turnsPerSecond }) => turnsPerSecond),
    line('replies at a time', ({ replies }) => replies),
    line('functions at a time', ({ functions }) => functions),
    line('API Gateway requests a second', ({ requests }) => requests),
    line('of them frames of clients', ({ frames }) => frames),
    line('of them HTTP calls', ({ calls }) => calls),
    line('tabs connected', ({ tabs }) => tabs),
    line('seconds until all have reconnected', ({ reconnectSeconds }) => reconnectSeconds),
    line('write units a second', ({ writeUnits }) => writeUnits),
    line('thousands of tokens a minute', ({ tokens }) => tokens / 1_000),
    line('AWS, dollars a day', ({ users }) => dollarsADay(users)),
  ];
}

const dollarsADay = (users: number): number =>
  (users * WORKLOAD.messages * dollarsOf1000(REPLIES.usual)) / 1_000;

/** Returns the rows of the limits in docs/scaling.md, sorted by the users that reach them with replies of 8 seconds. */
export function limitRows(): string[] {
  return LIMITS.map((limit) => ({ limit, users: REPLIES_OF_SCALE.map((reply) => reachedAt(limit, reply)) }))
    .toSorted((a, b) => (a.users[0] ?? 0) - (b.users[0] ?? 0))
    .map(({ limit, users }) => row([limit.what, whole(limit.value), ...users.map(whole), limit.moves]));
}
