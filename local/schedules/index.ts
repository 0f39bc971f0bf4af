/** EventBridge's scheduled rules: their functions are invoked when the clock says so, as asynchronous events. */
import { randomUUID } from 'node:crypto';
import { ACCOUNT, type Clock, type Log, REGION } from '../types.ts';

/** AWS::Events::Rule, resolved, as far as it is emulated. */
export interface RuleProperties {
  readonly ScheduleExpression?: string;
  readonly State?: string;
  readonly Targets?: readonly { readonly Arn: string; readonly Input?: string }[];
}

export interface SchedulesOptions {
  /** By ARN. */
  readonly rules: Readonly<Record<string, RuleProperties>>;
  /** Accepts an event for a function. */
  readonly accept: (functionArn: string, event: unknown) => void;
  readonly clock: Clock;
  readonly log: Log;
  /** Interval at which the clock is looked at, in milliseconds; a test may have moved it. @default 200 */
  readonly lookMs?: number;
}

export interface Schedules {
  /** Ends the look-out. */
  close(): void;
}

const UNITS: Readonly<Record<string, number>> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/** `rate(1 hour)` in milliseconds. Throws for what is not a rate: those are not emulated. */
export function rateOf(expression: string): number {
  const [, count = '', unit = ''] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  const ms = Number(count) * (UNITS[unit] ?? 0);
  if (!(ms > 0)) throw new Error(`The schedule ${expression} is not emulated: use a rate`);
  return ms;
}

/** The first run of a rule comes one rate after the start. Runs that were missed are made up for by one. */
export function createSchedules({ rules, accept, clock, log, lookMs = 200 }: SchedulesOptions): Schedules {
  const plans = Object.entries(rules)
    .filter(([, { State, ScheduleExpression }]) => State !== 'DISABLED' && ScheduleExpression !== undefined)
    .map(([arn, rule]) => {
      const every = rateOf(rule.ScheduleExpression ?? '');
      return { arn, targets: rule.Targets ?? [], every, due: clock.now() + every };
    });
  const look = () => {
    const now = clock.now();
    for (const plan of plans.filter(({ due }) => due <= now)) {
      plan.due = now + plan.every;
      log('schedules', `${plan.arn.split('/').at(-1)} is due`);
      for (const { Arn, Input } of plan.targets)
        accept(Arn, Input === undefined ? scheduledEvent(plan.arn, now) : JSON.parse(Input));
    }
  };
  const timer = setInterval(look, lookMs);
  return { close: () => clearInterval(timer) };
}

/** https://docs.aws.amazon.com/eventbridge/latest/ref/overview-scheduled.html */
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
