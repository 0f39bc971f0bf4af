/** Picks the calls of operations to be struck by a fault: all of them, or a share chosen by a seed. */
import type { ChaosStack } from './chaos-stack.ts';
import { callsOf, FATES, type Fate, type Operation, type Point, strike, wordsOfPoint } from './every-call.ts';
import { createRandom } from './seeded-random.ts';

export interface CallCase {
  readonly operation: Operation;
  readonly point: Point;
  readonly fate: Fate;
}

export const wordsOfCase = ({ operation, point, fate }: CallCase): string =>
  `${operation.name}: ${wordsOfPoint(point)} ${fate}`;

/** Runs each operation once to learn its calls. `share`: part of the cases to pick, 0 to 1; at least one of each. */
export async function casesOf(
  chaosStack: ChaosStack,
  operations: readonly Operation[],
  { share, seed }: { readonly share: number; readonly seed: number },
): Promise<CallCase[]> {
  const random = createRandom(seed);
  const cases: CallCase[] = [];
  for (const operation of operations) {
    const points = await callsOf(chaosStack, operation);
    const all = points.flatMap((point) => FATES.map((fate): CallCase => ({ operation, point, fate })));
    const chosen = all.filter(() => random.happens(share));
    const one = all[random.upTo(all.length)];
    cases.push(...(chosen.length > 0 || !one ? chosen : [one]));
  }
  return cases;
}

export interface Outcome {
  /** Cases whose call did not come. */
  readonly missed: number;
  readonly violations: readonly { readonly words: string; readonly problems: readonly string[] }[];
}

export async function strikeEach(
  chaosStack: ChaosStack,
  cases: readonly CallCase[],
  onCase: (words: string, problems: readonly string[]) => void = () => undefined,
): Promise<Outcome> {
  let missed = 0;
  const violations: { words: string; problems: readonly string[] }[] = [];
  for (const one of cases) {
    const { isStruck, problems } = await strike(chaosStack, one.operation, one.point, one.fate);
    const words = wordsOfCase(one);
    if (!isStruck) missed += 1;
    if (problems.length > 0) violations.push({ words, problems });
    onCase(words, problems);
  }
  return { missed, violations };
}
