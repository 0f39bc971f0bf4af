import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createClock } from '../faults/faults.ts';
import { createSchedules, rateOf } from './schedules.ts';

const ARN = 'arn:aws:events:us-east-1:000000000000:rule/Hourly';
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('invokes the targets when the clock says so, and once for all times that were missed', () => {
  const accept = vi.fn();
  const clock = createClock();
  const rules = {
    [ARN]: { ScheduleExpression: 'rate(1 hour)', State: 'ENABLED', Targets: [{ Arn: 'fn' }] },
    [`${ARN}2`]: { ScheduleExpression: 'rate(1 hour)', State: 'DISABLED', Targets: [{ Arn: 'other' }] },
  };
  const schedules = createSchedules({ rules, find: () => undefined, accept, clock, log: () => undefined });
  vi.advanceTimersByTime(59 * 60_000);
  expect(accept).not.toHaveBeenCalled();
  clock.advance(60_000);
  vi.advanceTimersByTime(1_000);
  expect(accept).toHaveBeenCalledExactlyOnceWith(
    'fn',
    expect.objectContaining({ source: 'aws.events', 'detail-type': 'Scheduled Event', resources: [ARN] }),
  );
  clock.advance(5 * 3_600_000);
  vi.advanceTimersByTime(1_000);
  expect(accept).toHaveBeenCalledTimes(2);
  schedules.close();
  clock.advance(5 * 3_600_000);
  vi.advanceTimersByTime(1_000);
  expect(accept).toHaveBeenCalledTimes(2);
});

it('waits for a rule of 30 days, which is more than a timer of Node takes', () => {
  const accept = vi.fn();
  const clock = createClock();
  const rules = { [ARN]: { ScheduleExpression: 'rate(30 days)', Targets: [{ Arn: 'fn' }] } };
  const schedules = createSchedules({ rules, find: () => undefined, accept, clock, log: () => undefined });
  vi.advanceTimersByTime(29 * 86_400_000);
  expect(accept).not.toHaveBeenCalled();
  vi.advanceTimersByTime(86_400_000);
  expect(accept).toHaveBeenCalledTimes(1);
  schedules.close();
});

it('throws at the start for an enabled rule whose target cannot be invoked, or whose input is no JSON', () => {
  const find = (arn: string) => {
    if (arn !== 'fn') throw new Error(`Function not found: ${arn}`);
  };
  const start = (State: string, target: { readonly Arn: string; readonly Input?: string }) => () => {
    const rules = { [ARN]: { ScheduleExpression: 'rate(1 hour)', State, Targets: [target] } };
    createSchedules({ rules, find, accept: vi.fn(), clock: createClock(), log: () => undefined }).close();
  };
  const queue = 'arn:aws:sqs:us-east-1:000000000000:Jobs';
  expect(start('ENABLED', { Arn: queue })).toThrow(`rule/Hourly cannot invoke its target ${queue}`);
  expect(start('ENABLED', { Arn: 'fn', Input: '{' })).toThrow('rule/Hourly cannot invoke its target fn');
  expect(start('DISABLED', { Arn: queue })).not.toThrow();
  expect(start('ENABLED', { Arn: 'fn', Input: '{}' })).not.toThrow();
});

it('leaves no timer of the other rules when it throws', () => {
  const rules = {
    [ARN]: { ScheduleExpression: 'rate(1 hour)', Targets: [{ Arn: 'fn' }] },
    [`${ARN}2`]: { ScheduleExpression: 'cron(0 3 * * ? *)' },
  };
  const [clock, accept] = [createClock(), vi.fn()];
  expect(() =>
    createSchedules({ rules, find: () => undefined, accept, clock, log: () => undefined }),
  ).toThrow('not emulated');
  expect(vi.getTimerCount()).toBe(0);
});

it('reads rates, and throws for an expression that is not emulated', () => {
  expect([rateOf('rate(5 minutes)'), rateOf('rate(1 day)')]).toEqual([300_000, 86_400_000]);
  for (const bad of ['cron(0 3 * * ? *)', 'rate(0 hours)', 'rate(1 week)', ''])
    expect(() => rateOf(bad)).toThrow('not emulated');
});
