/** The stack that all schedules of a run share, and what can be done to it. */
import { startTestStack, type TestStack, type TestStackOptions } from '../support/stack.ts';
import { ChaosModel } from './fake-model.ts';
import { type CallFault, effectOf, type Step } from './schedule.ts';
import { until } from './wait-until.ts';

const QUIET_PATIENCE_MS = 25_000;
/**
 * Step of the clock that reaches the first retry of an event, after a minute. The three receives of the failure queue,
 * three minutes apart, take nine such steps.
 */
const RETRY_MS = 61_000;
const MOST_MOVES = 20;
const LATE_MS = 300;
const FAILURE = { code: 'InternalServerError', status: 500, message: 'Struck' };
const THROTTLE = { code: 'ThrottlingException', status: 400, message: 'Rate exceeded' };

export class ChaosStack {
  readonly stack: TestStack;
  readonly model: ChaosModel;

  private constructor(stack: TestStack, model: ChaosModel) {
    this.stack = stack;
    this.model = model;
  }

  static async open(options: Pick<TestStackOptions, 'payments'> = {}): Promise<ChaosStack> {
    const model = new ChaosModel();
    return new ChaosStack(
      await startTestStack({ ...options, retries: 'asOnAws', source: model.source }),
      model,
    );
  }

  close = (): Promise<void> => this.stack.close();

  /** Carries out a step that breaks something. */
  break(step: Exclude<Step, { device: unknown } | { do: 'wait' }>): void {
    const { faults, functions, clock } = this.stack.inner;
    if (step.do === 'clock') clock.advance(step.ms);
    else if (step.do === 'limit') functions.limitConcurrency(step.invocations);
    else if (step.do === 'copies') functions.deliverEventsTimes(step.copies);
    else if (step.do === 'kill') functions.kill(step.function);
    else if (step.do === 'model') this.model.plan(step.how, step.piece);
    else if (step.do === 'frames') {
      const { direction, nth, times, effect } = step;
      faults.atFrame({ direction, nth, times, effect: effectOf(effect) });
    } else {
      const { do: _, callFault, ...which } = step;
      faults.at({ ...which, ...ruleOf(callFault) });
    }
  }

  /** Everything works again. */
  heal(): void {
    const { faults, functions } = this.stack.inner;
    faults.clear();
    functions.limitConcurrency();
    functions.deliverEventsTimes(1);
    this.model.heal();
  }

  /** No function runs or is about to, until the clock moves on. */
  isQuiet(): boolean {
    const { functions } = this.stack.inner;
    return functions.running() + functions.due() === 0;
  }

  /** True when Lambda and the queue of failed replies have no work left. */
  isDone(): boolean {
    const { functions } = this.stack.inner;
    return functions.running() + functions.pendingEvents() + functions.queue('RepliesFailures').length === 0;
  }

  /** Moves the clock until AWS would make no more retries. Resolves with false if work is left then. */
  async exhaustRetries(): Promise<boolean> {
    for (let moves = 0; moves < MOST_MOVES; moves++) {
      if (!(await this.quiet())) return false;
      if (this.isDone()) return true;
      this.stack.moveClock(RETRY_MS);
    }
    return this.isDone();
  }

  /** Waits until no function runs or is about to. Resolves with false when that took too long. */
  quiet = (patienceMs = QUIET_PATIENCE_MS): Promise<boolean> => until(() => this.isQuiet(), patienceMs);
}

/** Returns the fault rule for a call. */
export function ruleOf(callFault: CallFault) {
  if (callFault === 'fail') return { effect: { fail: FAILURE } };
  if (callFault === 'throttle') return { effect: { fail: THROTTLE } };
  if (callFault === 'lost') return { phase: 'after', effect: { fail: FAILURE } } as const;
  if (callFault === 'late') return { effect: { delayMs: LATE_MS } };
  if (callFault === 'killed') return { effect: { kill: true, fail: FAILURE } };
  if (callFault === 'killedAfter') return { phase: 'after', effect: { kill: true } } as const;
  return { effect: { hang: true } };
}
