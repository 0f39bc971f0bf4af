/** Every call of an operation, one after the other, fails in each way: nothing may be lost, doubled or left behind. */
import type { RuleHandle, Step } from '../../local/faults/faults.ts';
import { type ChaosStack, ruleOf } from './chaos-stack.ts';

/** An operation of a new user, ready to run. */
export interface Case {
  /** Resolves when the caller has an answer, or no longer waits for one. */
  run(): Promise<void>;
  /** Called after the faults are removed: retries as a user would, and returns what is wrong. */
  problems(): Promise<string[]>;
  close(): void;
}

export interface Operation {
  readonly name: string;
  readonly prepare: (chaosStack: ChaosStack) => Promise<Case>;
}

/** The nth call of this kind. */
export interface Point {
  readonly service: Step['service'];
  readonly action: string;
  readonly caller: string | undefined;
  readonly nth: number;
}

/** Faults that a call can meet. */
export const FATES = ['fails', 'is lost', 'hangs', 'fails three times'] as const;
export type Fate = (typeof FATES)[number];

/** Services whose calls are struck. Secrets are read only by a new process, and the model is not the product. */
const SERVICES = ['dynamodb', 'lambda', 'connections', 'cognito', 'ses', 'stripe'] as const;
const ALWAYS = 1_000_000;

/** Runs an operation once without faults. Returns its calls. @throws Error if it fails without a fault */
export async function callsOf(chaosStack: ChaosStack, { name, prepare }: Operation): Promise<Point[]> {
  const made = await prepare(chaosStack);
  const points: Point[] = [];
  const spies = SERVICES.map((service) =>
    chaosStack.stack.inner.faults.at({
      ...{ service, times: ALWAYS, effect: {} },
      about(_, { action, caller }) {
        const isSame = (point: Point) =>
          point.service === service && point.action === action && point.caller === caller;
        // A browser's own calls of Cognito have no caller.
        if (caller !== undefined || service === 'stripe')
          points.push({ service, action, caller, nth: points.filter(isSame).length + 1 });
        return false;
      },
    }),
  );
  await made.run();
  await chaosStack.quiet();
  for (const spy of spies) spy.remove();
  const problems = await made.problems();
  made.close();
  if (problems.length > 0) throw new Error(`${name} went wrong without a fault: ${problems.join('; ')}`);
  return points;
}

export interface Struck {
  /** False when the call did not come this time: warm functions and races differ. */
  readonly isStruck: boolean;
  readonly problems: readonly string[];
}

/** Runs an operation while one of its calls meets a fault, then retries it without faults. */
export async function strike(
  chaosStack: ChaosStack,
  { prepare }: Operation,
  point: Point,
  fate: Fate,
): Promise<Struck> {
  const made = await prepare(chaosStack);
  try {
    const rule = arm(chaosStack, point, fate);
    await made.run();
    await chaosStack.exhaustRetries();
    const isStruck = rule.struck > 0;
    chaosStack.heal();
    return { isStruck, problems: await made.problems() };
  } catch (error) {
    return { isStruck: true, problems: [String(error)] };
  } finally {
    chaosStack.heal();
    made.close();
  }
}

function arm(chaosStack: ChaosStack, { caller, ...which }: Point, fate: Fate): RuleHandle {
  const callFault = { fails: 'fail', 'is lost': 'lost', hangs: 'hang', 'fails three times': 'fail' } as const;
  return chaosStack.stack.inner.faults.at({
    ...which,
    ...(caller !== undefined && { caller }),
    times: fate === 'fails three times' ? 3 : 1,
    ...ruleOf(callFault[fate]),
  });
}

export const wordsOfPoint = ({ service, action, caller, nth }: Point): string =>
  `${service} ${action} ${nth} of ${caller?.replace(/^.*-/, '') ?? 'anybody'}`;
