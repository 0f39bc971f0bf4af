import { countMatch, enforce, type Live } from './activate-and-count-rules.ts';
import type { Frame, FrameFilter, FrameRule, RuleHandle } from './fault-types.ts';

interface FrameFaults {
  readonly add: (rule: FrameRule) => RuleHandle;
  readonly clear: () => void;
  readonly filter: FrameFilter;
  readonly delayed: () => number;
}

/** `kill` ends the processes of the Lambda functions whose names contain the given text. */
export function createFrameFaults(kill: (namePart: string) => void): FrameFaults {
  const rules = new Set<Live<FrameRule>>();
  /** Deliveries that wait because of the effect `hold`, by direction and connection of their frames. */
  const held = new Map<string, (() => void)[]>();
  let delayed = 0;

  function release(frame: Frame): void {
    const key = `${frame.direction} ${frame.connectionId}`;
    const waiting = held.get(key) ?? [];
    held.delete(key);
    for (const deliver of waiting) deliver();
  }

  function pass(frame: Frame, deliver: (text: string) => void): void {
    deliver(frame.text);
    release(frame);
  }

  function strike({ effect }: FrameRule, frame: Frame, deliver: (text: string) => void): void {
    if (effect === 'drop') return;
    if (effect === 'hold') {
      const key = `${frame.direction} ${frame.connectionId}`;
      held.set(key, [...(held.get(key) ?? []), () => deliver(frame.text)]);
      return;
    }
    if (effect !== 'duplicate' && 'delayMs' in effect) {
      delayed += 1;
      setTimeout(() => {
        delayed -= 1;
        pass(frame, deliver);
      }, effect.delayMs);
      return;
    }
    if (effect === 'duplicate') deliver(frame.text);
    else if ('kill' in effect) kill(effect.kill);
    else effect.run(frame);
    pass(frame, deliver);
  }

  return {
    add: (rule) => enforce(rules, rule),
    clear() {
      rules.clear();
      const waiting = [...held.values()].flat();
      held.clear();
      for (const deliver of waiting) deliver();
    },
    delayed: () => delayed,
    filter(frame, deliver) {
      const live = [...rules].find((candidate) => matches(candidate.rule, frame) && countMatch(candidate));
      if (live) strike(live.rule, frame, deliver);
      else pass(frame, deliver);
    },
  };
}

function matches({ direction, matches: fits }: FrameRule, frame: Frame): boolean {
  return direction === frame.direction && (fits === undefined || fits(frame));
}
