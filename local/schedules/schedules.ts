import { randomUUID } from 'node:crypto';
import type { Log } from '../emulator-types.ts';
import type { MovableClock } from '../faults/faults.ts';
import { ACCOUNT, REGION } from '../region-and-account.ts';

/** Properties of an AWS::Events::Rule that are emulated, with references resolved. */
export interface RuleProperties {
  readonly ScheduleExpression?: string;
  readonly State?: string;
  readonly Targets?: readonly Target[];
}

interface Target {
  readonly Arn: string;
  /** JSON of the event. @default EventBridge's own event */
  readonly Input?: string;
}

export interface SchedulesOptions {
  /** Rules by ARN. */
  readonly rules: Readonly<Record<string, RuleProperties>>;
  /** Throws if the stack has no such function. */
  readonly find: (functionArn: string) => unknown;
  /** Invokes the function asynchronously. */
  readonly accept: (functionArn: string, event: unknown) => void;
  readonly clock: MovableClock;
  readonly log: Log;
}

export interface Schedules {
  close(): void;
}

const UNITS: Readonly<Record<string, number>> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/** Converts a schedule such as `rate(1 hour)` to milliseconds. Throws for any other form, which is not emulated. */
export function rateOf(expression: string): number {
  const [, count = '', unit = ''] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  const ms = Number(count) * (UNITS[unit] ?? 0);
  if (!(ms > 0)) throw new Error(`The schedule ${expression} is not emulated: use a rate`);
  return ms;
}

/**
 * Starts the enabled scheduled rules of EventBridge. A rule first runs one interval after the start. If the clock jumps
 * over several intervals, the rule runs once. Throws for a target that is not a function of the stack, and for an
 * `Input` that is not JSON.
 */
export function createSchedules(options: SchedulesOptions): Schedules {
  const { rules, find, accept, clock, log } = options;
  const cancels = new Map<string, () => void>();
  const schedule = (arn: string, every: number, targets: readonly Target[]) => {
    const run = () => {
      schedule(arn, every, targets);
      log('schedules', `${arn.split('/').at(-1)} is due`);
      for (const { Arn, Input } of targets)
        accept(Arn, Input === undefined ? scheduledEvent(arn, clock.now()) : JSON.parse(Input));
    };
    cancels.set(arn, clock.after(every, run));
  };
  const enabled = Object.entries(rules).flatMap(([arn, { State, ScheduleExpression, Targets = [] }]) => {
    if (State === 'DISABLED' || ScheduleExpression === undefined) return [];
    for (const target of Targets) checkTarget(arn, target, find);
    return [{ arn, every: rateOf(ScheduleExpression), targets: Targets }];
  });
  // Starts the timers after all rules have been checked. If a check threw after a timer had started, the caller would
  // have no `close` with which to cancel the timer.
  for (const { arn, every, targets } of enabled) schedule(arn, every, targets);
  return {
    close() {
      for (const cancel of cancels.values()) cancel();
    },
  };
}

function checkTarget(rule: string, { Arn, Input = '{}' }: Target, find: SchedulesOptions['find']): void {
  try {
    find(Arn);
    JSON.parse(Input);
  } catch (cause) {
    throw new Error(`${rule} cannot invoke its target ${Arn}: ${String(cause)}`, { cause });
  }
}

/** Builds a rule's event. https://docs.aws.amazon.com/eventbridge/latest/ref/overview-scheduled.html */
const scheduledEvent = (arn: string, now: number) => ({
  version: '0',
  id: randomUUID(),
  'detail-type': 'Scheduled Event',
  source: 'aws.events',
  account: ACCOUNT,
  time: new Date(now).toISOString().replace(/\.\d+Z$/, 'Z'),
  region: REGION,
  resources: [arn],
  detail: {},
});
