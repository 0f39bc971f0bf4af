/** Plays one schedule, and shrinks one that fails. */
import type { ChaosStack } from './chaos-stack.ts';
import { problemsOf } from './checks.ts';
import { recover } from './recovery.ts';
import type { Schedule } from './schedule.ts';
import { World } from './world.ts';

/** Plays a schedule. Resolves with the violations. */
export async function play(chaosStack: ChaosStack, plan: Schedule): Promise<string[]> {
  const world = await World.open(chaosStack, plan);
  try {
    await world.play();
    const problems = await recover(world);
    await world.kept.settled();
    return [...problems, ...(await problemsOf(world))];
  } catch (error) {
    return [`the schedule broke off: ${error instanceof Error ? error.stack : String(error)}`];
  } finally {
    chaosStack.heal();
    world.close();
    await chaosStack.quiet();
  }
}

/** Times that a shorter schedule is played before it counts as harmless: the timing of processes varies. */
const TRIES = 2;

/** Removes steps from a schedule while the rest still causes a violation. */
export async function shrink(
  chaosStack: ChaosStack,
  plan: Schedule,
): Promise<{ readonly plan: Schedule; readonly problems: readonly string[] }> {
  let best = { plan, problems: [] as readonly string[] };
  for (let size = Math.ceil(plan.steps.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let from = 0; from < best.plan.steps.length; ) {
      const { steps } = best.plan;
      const shorter = { ...best.plan, steps: [...steps.slice(0, from), ...steps.slice(from + size)] };
      const problems = await anyOf(chaosStack, shorter);
      if (problems.length > 0) best = { plan: shorter, problems };
      else from += size;
    }
  return best;
}

async function anyOf(chaosStack: ChaosStack, plan: Schedule): Promise<string[]> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const problems = await play(chaosStack, plan);
    if (problems.length > 0) return problems;
  }
  return [];
}
