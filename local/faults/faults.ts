/**
 * Injects faults that tests plan. By default, a rule strikes the first match. With `nth: 2` and `times: 3`, it strikes
 * the second, the third and the fourth match.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { countMatch, enforce, type Live } from './activate-and-count-rules.ts';
import type {
  Effect,
  FrameFilter,
  FrameRule,
  RuleHandle,
  ServiceFailure,
  Step,
  StepRule,
} from './fault-types.ts';
import { createFrameFaults } from './frame-faults.ts';

export { createClock, type MovableClock } from '../movable-clock.ts';
export type * from './fault-types.ts';

/**
 * Error with which an emulated service fails. Each emulator converts a `ServiceFault` to its service's error format.
 */
export class ServiceFault extends Error {
  readonly code: string;
  readonly status: number;
  constructor({ code, status = 400, message = code }: ServiceFailure) {
    super(message);
    this.name = code;
    this.code = code;
    this.status = status;
  }
}

type KillFunctions = (isMeant: (functionName: string) => boolean) => void;

export interface Faults {
  at(rule: StepRule): RuleHandle;
  atFrame(rule: FrameRule): RuleHandle;
  /** Removes every rule, and delivers the frames that wait because of the effect `hold`. */
  clear(): void;
  /** Returns the number of frames delayed by `delayMs` that are still to be delivered, without those of `hold`. */
  delayedFrames(): number;
  /**
   * Applies the matching rules to a step. Throws a {@link ServiceFault} if a rule fails the step, and never settles if
   * a rule hangs the step.
   */
  strike(step: Step): Promise<void>;
  /** Runs a step. Strikes before `run`, and again (phase `after`) when `run` has succeeded. */
  around<T>(step: Step, run: () => T | Promise<T>): Promise<T>;
  readonly frames: FrameFilter;
  onKill(kill: KillFunctions): void;
}

export function createFaults(): Faults {
  const rules = new Set<Live<StepRule>>();
  let kill: KillFunctions = () => undefined;
  const frames = createFrameFaults((part) => kill((name) => name.includes(part)));

  async function strike(step: Step): Promise<void> {
    for (const live of [...rules]) {
      if (matches(live.rule, step) && countMatch(live)) await apply(live.rule.effect, step, kill);
    }
  }

  return {
    at: (rule) => enforce(rules, rule),
    atFrame: frames.add,
    clear() {
      rules.clear();
      frames.clear();
    },
    delayedFrames: frames.delayed,
    strike,
    async around(step, run) {
      await strike(step);
      const result = await run();
      await strike({ ...step, phase: 'after' });
      return result;
    },
    frames: frames.filter,
    onKill(how) {
      kill = how;
    },
  };
}

function matches({ service, action, caller, phase, about }: StepRule, step: Step): boolean {
  if (phase !== step.phase) return false;
  if (service !== step.service || (action !== undefined && action !== step.action)) return false;
  if (action === undefined && step.action === 'chunk') return false;
  if (caller !== undefined && !step.caller?.includes(caller)) return false;
  return about === undefined || about(step.request?.() ?? '', step);
}

async function apply(effect: Effect, step: Step, kill: KillFunctions): Promise<void> {
  if (effect.delayMs !== undefined) await sleep(effect.delayMs);
  if (effect.kill) kill((name) => name === step.caller);
  await effect.run?.();
  if (effect.fail) throw new ServiceFault(effect.fail);
  if (effect.hang) await new Promise(() => undefined);
}
