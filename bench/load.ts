/**
 * Measures 50, 200 and 500 users on the local stack: conversations, a burst in which all send at once, and the same
 * burst while only a few functions may run. Fails unless every message is stored once, with one reply.
 * `node bench/load.ts` takes other numbers of users as arguments. `--quick` plays fewer messages and faster replies, by
 * default with 5 users.
 */
import { loadavg } from 'node:os';
import setup from '../test/support/build-assembly.ts';
import type { Sent } from './load/load-user.ts';
import { type Phase, playLoad } from './load/play-load.ts';
import { isQuick, percentile, print } from './report.ts';

/** Milliseconds until the user of a refused message is told that the service is busy (docs/architecture.md 8). */
const BUSY_BUDGET = 2_000;
const asked = process.argv.slice(2).map(Number).filter(Boolean);
/**
 * Milliseconds that are multiplied by the number of users. The product is the longest pause before a message, so all
 * users together send at most about ten messages a second.
 */
const THINK_MS = 200;
const SIZES = asked.length > 0 ? asked : isQuick ? [5] : [50, 200, 500];

type Moment = 'sentAt' | 'acceptedAt' | 'firstPieceAt' | 'doneAt' | 'busyAt';

const between = (sent: readonly Sent[], from: Moment, to: Moment): number[] =>
  sent.map((one) => (one[to] ?? Number.NaN) - (one[from] ?? Number.NaN)).filter((ms) => !Number.isNaN(ms));

const HOPS = [
  ['sent to accepted', 'sentAt', 'acceptedAt'],
  ['accepted to first piece', 'acceptedAt', 'firstPieceAt'],
  ['first piece to done', 'firstPieceAt', 'doneAt'],
] as const;

function printPhase(title: string, { sent, drainMs }: Phase): void {
  const rows = HOPS.flatMap(([what, from, to]) => {
    const ms = between(sent, from, to);
    return [50, 95, 99].map((p) => ({ what: `${what}, p${p}`, value: percentile(ms, p), unit: 'ms' }));
  });
  print(title, [...rows, { what: 'last message sent to queue empty', value: drainMs, unit: 'ms' }]);
}

await setup();
for (const users of SIZES) {
  const before = loadavg()[0] ?? Number.NaN;
  const load = {
    users,
    messages: isQuick ? 2 : 3,
    thinkMs: THINK_MS * users,
    paceMs: isQuick ? 5 : 100,
  };
  const { calm, burst, overload, wrong } = await playLoad({ ...load, overloadedTo: isQuick ? 2 : 10 });
  printPhase(`${users} users, conversations`, calm);
  printPhase(`${users} users, a burst`, burst);
  printPhase(`${users} users, a burst with ${isQuick ? 2 : 10} functions at a time`, overload);
  const shed = overload.sent.filter(({ refusals }) => refusals > 0);
  const told = between(shed, 'sentAt', 'busyAt');
  print('  What the overload refused', [
    { what: 'messages refused at least once', value: shed.length, unit: `of ${overload.sent.length}` },
    { what: 'refusals', value: shed.reduce((sum, { refusals }) => sum + refusals, 0), unit: 'frames' },
    { what: 'sent to told that it is busy, p50', value: percentile(told, 50), unit: 'ms' },
    { what: 'the same, longest', value: Math.max(0, ...told), unit: 'ms', budget: BUSY_BUDGET },
    { what: 'lost, doubled or handed over twice', value: wrong.length, unit: '', budget: 0 },
  ]);
  for (const one of wrong.slice(0, 20)) console.log(`  WRONG ${one}`);
  console.log(`  load average ${before.toFixed(1)} before, ${(loadavg()[0] ?? Number.NaN).toFixed(1)} after`);
  if (wrong.length > 0) process.exitCode = 1;
}
