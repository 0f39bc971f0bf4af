import { createRandom } from '../../test/chaos/seeded-random.ts';
import { ASSUMED, billedFor, chunksOf, type Reply, SHORT_TURN, VISIT } from './turn-use.ts';

export const WORKLOAD = {
  /** Messages of a user in a day, and the share of them in the busiest hour. */
  messages: 10,
  busiestHour: 0.15,
  /** Tokens of a turn, and tokens that Bedrock reserves during a reply: `maxOutputTokens` of the free plan. */
  tokensIn: 1_500,
  tokensOut: 400,
  tokensReserved: 8_192,
};
const HOUR = 3_600;
/** Throttles of the two APIs' stages (`lib/constructs/apis`), and API Gateway's quota of new connections. */
export const PER_SECOND = { calls: 200, frames: 500, handshakes: 500 };
const MINUTE = 60;

/** Load in the busiest hour: the highest value of any second, unless a field's comment says otherwise. */
export interface Demand {
  readonly users: number;
  /** Average over the hour. */
  readonly turnsPerSecond: number;
  /** Average of connected tabs, and seconds until all have reconnected after an outage. */
  readonly tabs: number;
  readonly reconnectSeconds: number;
  /** Replies that are being written, and running functions, the workers of these replies included. */
  readonly replies: number;
  readonly functions: number;
  /** `@connections` posts, frames of clients, handshakes and HTTP calls, which share one quota. */
  readonly requests: number;
  /** `frames` are frames of clients and handshakes. */
  readonly frames: number;
  readonly calls: number;
  readonly handshakes: number;
  /** Per second, on average over the busiest minute. */
  readonly writeUnits: number;
  /** Tokens in the busiest minute, and those reserved for replies that are being written. */
  readonly tokens: number;
}

/** Simulates the busiest hour of a day, second by second, with messages that arrive at random. */
export function simulate(users: number, reply: Reply, seed = 1): Demand {
  const rate = (users * WORKLOAD.messages * WORKLOAD.busiestHour) / HOUR;
  const draw = poisson(seed);
  const starts = Array.from({ length: HOUR }, () => draw(rate));
  const visits = Array.from({ length: HOUR }, () => draw(rate / ASSUMED.turnsPerVisit));
  const length = Math.ceil(reply.seconds + ASSUMED.workerSeconds);
  const replies = sumsOf(starts, length);
  const use = billedFor(reply);
  const chunks = chunksOf(1);
  const later = (chunksOf(reply.seconds) - chunks) / Math.max(1, reply.seconds - 1);
  const most = (of: (second: number) => number) => Math.max(...starts.map((_, second) => of(second)));
  const at = (counts: readonly number[], second: number) => counts[second] ?? 0;
  const others = (second: number) =>
    ASSUMED.functionSeconds *
    (at(starts, second) * (SHORT_TURN.invocations - 1) + at(visits, second) * VISIT.invocations);
  const calls = (second: number) => at(visits, second) * VISIT.httpRequests;
  const frames = (second: number) => at(starts, second) + at(visits, second);
  const posts = (second: number) =>
    at(starts, second) * (SHORT_TURN.messages - 1 + chunks) +
    (at(replies, second) - at(starts, second)) * later;
  const minutes = sumsOf(starts, MINUTE);
  const tabs = rate * ASSUMED.connectionMinutes * MINUTE;
  return {
    users,
    turnsPerSecond: rate,
    tabs,
    // Each tab makes one handshake, and one call that reads the open chat.
    reconnectSeconds: tabs / Math.min(PER_SECOND.handshakes, PER_SECOND.calls),
    replies: Math.max(...replies),
    functions: Math.ceil(most((second) => at(replies, second) + others(second))),
    requests: Math.ceil(most((second) => posts(second) + frames(second) + calls(second))),
    frames: most(frames),
    calls: most(calls),
    handshakes: Math.max(...visits),
    writeUnits: Math.ceil((Math.max(...minutes) / MINUTE) * use.writeUnits),
    tokens: most(
      (second) =>
        at(minutes, second) * (WORKLOAD.tokensIn + WORKLOAD.tokensOut) +
        at(replies, second) * (WORKLOAD.tokensReserved - WORKLOAD.tokensOut),
    ),
  };
}

function sumsOf(counts: readonly number[], length: number): number[] {
  let sum = 0;
  return counts.map((count, second) => {
    sum += count - (counts[second - length] ?? 0);
    return sum;
  });
}

const FINE = 2 ** 30;
/** Mean above which the normal distribution is close enough to the Poisson distribution. */
const LARGE = 50;

function poisson(seed: number): (mean: number) => number {
  const random = createRandom(seed);
  const next = () => (random.upTo(FINE) + 1) / FINE;
  return (mean) => {
    if (mean > LARGE) {
      const normal = Math.sqrt(-2 * Math.log(next())) * Math.cos(2 * Math.PI * next());
      return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal));
    }
    const end = Math.exp(-mean);
    let events = 0;
    for (let product = next(); product > end; product *= next()) events += 1;
    return events;
  };
}
