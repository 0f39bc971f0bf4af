/**
 * Timers of a function's process that follow the stack's clock. When `passTime` skips time, timers that became due fire
 * at once. Node's internal timers (of sockets, of `AbortSignal.timeout`) are not affected.
 */
import { syncBuiltinESMExports } from 'node:module';
import type { TimerOptions } from 'node:timers';
import timersPromises from 'node:timers/promises';

interface Timer {
  readonly run: () => void;
  /** Milliseconds between runs; undefined for a timer that runs once. */
  readonly every: number | undefined;
  /** Value of {@link elapsed} at which the timer runs next. */
  due: number;
  current: NodeJS.Timeout;
}

const real = { setTimeout, clearTimeout };
const timers = new Map<unknown, Timer>();
let passed = 0;

/** Returns the milliseconds since the process started, including the time that was skipped. */
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

export function clearTimers(): void {
  for (const handle of [...timers.keys()]) remove(handle as NodeJS.Timeout); // `add` made the handle
}

/**
 * Skips time. Timers that became due run right after this call, in order. An interval that became due several times
 * runs once.
 */
export function passTime(ms: number): void {
  passed += ms;
  const now = elapsed();
  const pending = [...timers].toSorted(([, a], [, b]) => a.due - b.due);
  for (const [handle, timer] of pending) {
    real.clearTimeout(timer.current);
    // `add` made the handle.
    timer.current = real.setTimeout(() => fire(handle as NodeJS.Timeout), Math.max(0, timer.due - now));
  }
}

/**
 * Replaces Node's timer functions. Must run before a bundle is imported. A bundle that is imported earlier may keep
 * Node's own functions.
 */
export function followTime(): void {
  const callable =
    (isRepeated: boolean) =>
    (run: (...args: unknown[]) => void, ms = 1, ...args: unknown[]) =>
      add(() => run(...args), ms, isRepeated);
  // The casts are needed because Node's types are stricter about the callback's arguments. Node's `setTimeout` also
  // supports `util.promisify`. `callable(false)` does not, because no bundle needs that.
  globalThis.setTimeout = callable(false) as typeof setTimeout;
  globalThis.setInterval = callable(true) as typeof setInterval;
  globalThis.clearTimeout = remove;
  globalThis.clearInterval = remove;
  timersPromises.setTimeout = wait;
  syncBuiltinESMExports();
}

function wait<T>(ms?: number, value?: T, { signal }: TimerOptions = {}): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  if (signal?.aborted) reject(abortError(signal));
  // Without a `value`, the promise resolves with undefined, as in Node.
  const timer = add(() => resolve(value as T), ms ?? 1, false);
  const onAbort = () => {
    remove(timer);
    if (signal) reject(abortError(signal));
  };
  signal?.addEventListener('abort', onAbort, { once: true });
  return promise.finally(() => {
    remove(timer);
    signal?.removeEventListener('abort', onAbort);
  });
}

/** Error with which Node's timers reject an aborted wait. */
const abortError = ({ reason }: AbortSignal): Error =>
  Object.assign(new Error('The operation was aborted', { cause: reason }), {
    ...{ name: 'AbortError', code: 'ABORT_ERR' },
  });
