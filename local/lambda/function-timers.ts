/**
 * Timers of a function's process that follow the stack's clock: a test lets minutes pass, and what was due in them is
 * due now. Timers that Node itself makes (of sockets, of `AbortSignal.timeout`) stay as they are.
 */
import { syncBuiltinESMExports } from 'node:module';
import type { TimerOptions } from 'node:timers';
import timersPromises from 'node:timers/promises';

interface Timer {
  readonly run: () => void;
  /** Milliseconds between its runs; undefined for one that runs once. */
  readonly every: number | undefined;
  /** By {@link elapsed}. */
  due: number;
  current: NodeJS.Timeout;
}

const real = { setTimeout, clearTimeout, clearInterval };
const timers = new Map<unknown, Timer>();
let passed = 0;

/** Milliseconds since the process started, with the time that was let pass. */
export const elapsed = (): number => performance.now() + passed;

function add(run: () => void, ms: number, isRepeated: boolean): NodeJS.Timeout {
  const wait = Math.max(1, Number(ms) || 1);
  const current = real.setTimeout(() => fire(current), wait);
  timers.set(current, { run, every: isRepeated ? wait : undefined, due: elapsed() + wait, current });
  return current;
}

function fire(handle: NodeJS.Timeout): void {
  const timer = timers.get(handle);
  if (!timer) return;
  if (timer.every === undefined) timers.delete(handle);
  else {
    timer.due = elapsed() + timer.every;
    timer.current = real.setTimeout(() => fire(handle), timer.every);
  }
  timer.run();
}

function remove(handle: NodeJS.Timeout | number | string | undefined): void {
  const timer = timers.get(handle);
  timers.delete(handle);
  real.clearTimeout(timer?.current ?? handle);
}

/** Lets time pass: timers that were due in it run now, in their order, an interval once. */
export function passTime(ms: number): void {
  passed += ms;
  const now = elapsed();
  const pending = [...timers].toSorted(([, a], [, b]) => a.due - b.due);
  for (const [handle, timer] of pending) {
    real.clearTimeout(timer.current);
    timer.current = real.setTimeout(() => fire(handle as NodeJS.Timeout), Math.max(0, timer.due - now)); // made by `add`
  }
}

/** Puts these timers in the place of Node's. Before a bundle is imported. */
export function followTime(): void {
  const callable =
    (isRepeated: boolean) =>
    (run: (...args: unknown[]) => void, ms = 1, ...args: unknown[]) =>
      add(() => run(...args), ms, isRepeated);
  // Node's own have overloads for `util.promisify`, which no bundle uses.
  globalThis.setTimeout = callable(false) as typeof setTimeout;
  globalThis.setInterval = callable(true) as typeof setInterval;
  globalThis.clearTimeout = remove;
  globalThis.clearInterval = remove;
  timersPromises.setTimeout = wait;
  syncBuiltinESMExports();
}

function wait<T>(ms?: number, value?: T, { signal }: TimerOptions = {}): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  if (signal?.aborted) reject(signal.reason);
  const timer = add(() => resolve(value as T), ms ?? 1, false); // as Node's: undefined where no value is given
  const onAbort = () => {
    remove(timer);
    reject(signal?.reason);
  };
  signal?.addEventListener('abort', onAbort, { once: true });
  return promise.finally(() => {
    remove(timer);
    signal?.removeEventListener('abort', onAbort);
  });
}
