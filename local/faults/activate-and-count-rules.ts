/**
 * Counts the matches of a fault rule. The rule applies to `times` matches, beginning with match number `nth`; both are
 * 1 by default.
 */
import type { RuleHandle } from './fault-types.ts';

export interface Counted {
  readonly nth?: number;
  readonly times?: number;
}

export interface Live<R extends Counted> {
  readonly rule: R;
  seen: number;
  struck: number;
}

/** Counts a match. Returns true when the rule applies to it. */
export function countMatch<R extends Counted>(live: Live<R>): boolean {
  const { nth = 1, times = 1 } = live.rule;
  live.seen += 1;
  if (live.seen < nth || live.seen >= nth + times) return false;
  live.struck += 1;
  return true;
}

/** Activates a rule and returns its handle. */
export function enforce<R extends Counted>(rules: Set<Live<R>>, rule: R): RuleHandle {
  const live: Live<R> = { rule, seen: 0, struck: 0 };
  rules.add(live);
  return {
    get struck() {
      return live.struck;
    },
    remove: () => void rules.delete(live),
  };
}
