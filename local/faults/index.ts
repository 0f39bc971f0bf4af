/** Faults on demand: rules that strike the nth step of a service or the nth frame of the socket. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createFrameFaults } from './frame-faults.ts';
import { counts, enforce, type Live } from './rule-counter.ts';
import type { Effect, FrameFilter, FrameRule, RuleHandle, ServiceFailure, Step, StepRule } from './types.ts';

export { createClock, type MovableClock } from './movable-clock.ts';
export type * from './types.ts';

/** Thrown by {@link Faults.strike}; each emulator turns it into its service's wire format. */
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

export interface Faults {
  /** Adds a rule for calls and chunks. */
  at(rule: StepRule): RuleHandle;
  /** Adds a rule for frames. */
  atFrame(rule: FrameRule): RuleHandle;
  /** Removes every rule. */
  clear(): void;
  /** For emulators, before a step's effect: waits, kills, or throws a {@link ServiceFault} as the rules say. */
  strike(step: Step): Promise<void>;
  /** For emulators, around a step: strikes before `run` has its effect, and before its result is told. */
  around<T>(step: Step, run: () => T | Promise<T>): Promise<T>;
  /** For the socket emulator. */
  readonly frames: FrameFilter;
  /** For the stack: how a function's running processes are ended. */
  onKill(kill: (functionName: string) => void): void;
}

export function createFaults(): Faults {
  const rules = new Set<Live<StepRule>>();
  let kill: (functionName: string) => void = () => undefined;
  const frames = createFrameFaults((name) => kill(name));

  async function strike(step: Step): Promise<void> {
    for (const live of [...rules]) {
      if (matches(live.rule, step) && counts(live)) await apply(live.rule.effect, step, kill);
    }
  }

  return {
    at: (rule) => enforce(rules, rule),
    atFrame: frames.add,
    clear() {
      rules.clear();
      frames.clear();
    },
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
  // A stream's pieces are steps of their own kind: a rule for all calls does not mean them.
  if (action === undefined && step.action === 'chunk') return false;
  if (caller !== undefined && !step.caller?.includes(caller)) return false;
  return about === undefined || about(step.request?.() ?? '', step);
}

async function apply(effect: Effect, step: Step, kill: (name: string) => void): Promise<void> {
  if (effect.delayMs !== undefined) await sleep(effect.delayMs);
  if (effect.kill && step.caller !== undefined) kill(step.caller);
  await effect.run?.();
  if (effect.fail) throw new ServiceFault(effect.fail);
  if (effect.hang) await new Promise(() => undefined);
}
