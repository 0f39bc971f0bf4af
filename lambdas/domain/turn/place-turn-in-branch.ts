import { type Branches, type Fork, forkOf } from '#contract/branches';
import { continueTurn } from '../../store/turns/lock.ts';
import type { TurnRequest } from './lock-reserve-and-read.ts';

interface Held {
  readonly messageIndex: number;
  readonly branches?: Branches;
  readonly isFull?: boolean;
}

interface Placed {
  readonly branches: Branches;
  /** True if the chat has no room for the branch that the turn begins. */
  readonly isFull: boolean;
}

/**
 * Returns the branches of a chat, including the branch that the turn begins (decision 0128). If the client does not
 * know the newest branch, its message begins a branch that continues the path that the user saw.
 * @returns undefined when another call has taken the lock
 */
export async function placeTurn(
  { chatId, asking, ...request }: TurnRequest,
  call: string,
  { messageIndex, branches = [], isFull = false }: Held,
): Promise<Placed | undefined> {
  const { after, replaces } = request;
  if (forkOf(request)) return { branches, isFull };
  const newest = branches.at(-1);
  const isBehind = newest !== undefined && after !== undefined && after < newest.from;
  if (!isBehind || replaces !== undefined) return { branches, isFull: false };
  // An earlier call of this message has begun the branch in the lock, by `continueTurn`. That call may have crashed
  // before it refused the message because of `isFull`. So `isFull` is returned again.
  if (newest.from === messageIndex) return { branches, isFull };
  return continueTurn(asking.sender.owner, chatId, { call, continues: after });
}

/** Returns the fork of the turn at a message index; undefined when the turn begins no branch. */
export function forkAt(branches: Branches, index: number): ReturnType<typeof forkOf> {
  const own: Fork | undefined = branches.find(({ from }) => from === index);
  return own && forkOf(own);
}
