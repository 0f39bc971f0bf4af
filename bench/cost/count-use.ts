import type { Frame, RuleHandle } from '../../local/faults/faults.ts';
import type { TestStack } from '../../test/support/stack.ts';
import { MESSAGE_STEP } from './prices.ts';

export interface Counted {
  /** In both directions, as API Gateway bills them: one for each 32 KB of a frame, rounded up. */
  readonly messages: number;
  readonly chunks: number;
  readonly bytesOut: number;
  readonly writeUnits: number;
  readonly readUnits: number;
  readonly invocations: Readonly<Record<string, number>>;
  readonly gbSeconds: number;
}

/** Returns what `run` uses. Waits until functions and streams are idle, before and after. */
export async function countUse(stack: TestStack, run: () => Promise<unknown>): Promise<Counted> {
  const { dynamodb, functions, faults } = stack.inner;
  await settled(stack);
  dynamodb.resetStats();
  const before = functions.usage();
  const frames = { messages: 0, chunks: 0, bytesOut: 0 };
  const rules = (['in', 'out'] as const).map(
    (direction): RuleHandle =>
      faults.atFrame({
        ...{ direction, times: Number.POSITIVE_INFINITY },
        effect: { run: (frame) => add(frames, frame) },
      }),
  );
  await run();
  await settled(stack);
  for (const rule of rules) rule.remove();
  const { writeUnits, readUnits } = dynamodb.stats();
  return { ...frames, writeUnits, readUnits, ...usedSince(before, functions.usage()) };
}

type Usage = ReturnType<TestStack['inner']['functions']['usage']>;

function add(sum: { messages: number; chunks: number; bytesOut: number }, { direction, text }: Frame): void {
  const bytes = Buffer.byteLength(text);
  sum.messages += Math.max(1, Math.ceil(bytes / MESSAGE_STEP));
  if (direction === 'in') return;
  sum.bytesOut += bytes;
  if (text.includes('"assistantDelta"')) sum.chunks += 1;
}

async function settled(stack: TestStack): Promise<void> {
  await stack.idle();
  await stack.inner.functions.streamsSettled();
  await stack.idle();
}

function usedSince(before: Usage, after: Usage): Pick<Counted, 'invocations' | 'gbSeconds'> {
  const used = Object.entries(after).map(([name, { invocations, ms, memory }]) => ({
    name,
    invocations: invocations - (before[name]?.invocations ?? 0),
    gbSeconds: ((ms - (before[name]?.ms ?? 0)) / 1000) * (memory / 1024),
  }));
  return {
    invocations: Object.fromEntries(
      used.filter(({ invocations }) => invocations > 0).map(({ name, invocations }) => [name, invocations]),
    ),
    gbSeconds: used.reduce((sum, { gbSeconds }) => sum + gbSeconds, 0),
  };
}
