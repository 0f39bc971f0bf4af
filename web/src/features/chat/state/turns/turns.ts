import { type Branches, pathTo } from '#contract/branches';
import type { SentMessage } from '../../../../lib/unacknowledged-message-storage.ts';
import type { ViewMessage } from './shown-message.ts';

/** User message (`question`) with its reply. A notice, such as the welcome message, is a turn without a question. */
export interface Turn {
  readonly requestId: string;
  /** Index of the question in the chat; undefined until the server has set it. A notice has its own index. */
  readonly index: number | undefined;
  /**
   * Latest `createdAt` that the server has sent for a message of the turn, in Unix milliseconds; 0 if none is known, 1
   * if it is unreadable. A pending replacement has the replaced turn's value plus 1. Of two turns with the same index,
   * the later one is current.
   */
  readonly latestAt: number;
  readonly question: ViewMessage | undefined;
  readonly reply: ViewMessage | undefined;
  /** The message as sent, until its acknowledgement. A refused message stays until it is sent again or discarded. */
  readonly sent?: SentMessage | undefined;
  /** Index of the turn that this pending turn replaces and hides. */
  readonly replacesIndex?: number | undefined;
  /** Index of the turn of which this pending turn is a version. That turn and all later turns are hidden. */
  readonly versionOfIndex?: number | undefined;
  /** Request id of the replaced turn. Late frames and pages of history do not bring that turn back. */
  readonly replacesRequest?: string | undefined;
  /**
   * Index of the message after which this turn is shown. Set if the server does not have the turn: its message was
   * refused, or this client made its reply (`localReply`).
   */
  readonly after?: number | undefined;
  /** True for a turn of the chat's end that was kept when another window of the chat was shown. */
  readonly isAtEnd?: boolean | undefined;
}
export type Turns = readonly Turn[];

/**
 * Returns the messages to show, without turns that are hidden by a pending replacement or version. If the window does
 * not reach the chat's end (`isDetached`), leaves out the turns of the chat's end.
 */
export function messagesOf(turns: Turns, isDetached = false): readonly ViewMessage[] {
  const hidden = new Set(turns.map(({ replacesIndex }) => replacesIndex));
  const end = Math.min(...turns.map(({ versionOfIndex = Number.POSITIVE_INFINITY }) => versionOfIndex));
  return turns
    .filter(({ isAtEnd }) => !(isDetached && isAtEnd))
    .filter(({ index }) => index === undefined || (index < end && !hidden.has(index)))
    .flatMap(({ index, question: asked, reply, after }) => {
      // Only chunks of this turn's reply have arrived. `withIndex` has set no index, because another turn already has
      // that index. The other turn is shown until the history tells which of the two is current.
      if (index === undefined && !asked && after === undefined) return [];
      return [asked, reply].filter((message) => message !== undefined);
    });
}

export const findTurn = (turns: Turns, requestId: string): Turn | undefined =>
  turns.findLast((turn) => turn.requestId === requestId);

/** Returns the message that the server has not acknowledged. */
export const unacknowledgedIn = (turns: Turns): SentMessage | undefined => turns.find(isUnacknowledged)?.sent;

export const containsIndex = (turns: Turns, index: number | undefined): boolean =>
  turns.some(
    ({ question: asked, reply }) => index !== undefined && [asked?.index, reply?.index].includes(index),
  );

/** Returns the index of the window's last stored message; -1 if it has none. */
export const lastLoadedIndex = (turns: Turns): number =>
  Math.max(
    -1,
    ...turns
      .filter(({ isAtEnd }) => isAtEnd !== true)
      .flatMap(({ question: asked, reply }) => [asked?.index ?? -1, reply?.index ?? -1]),
  );

/**
 * Tells whether frames were lost before the event that changed the turns from `before` to `after`. A loss can be seen
 * only if the event adds the turn of `requestId` or changes the index of that turn. After any other event, returns
 * false.
 */
export function hasGapBefore(before: Turns, after: Turns, requestId: string, branches: Branches): boolean {
  const at = after.findIndex((turn) => turn.requestId === requestId);
  const turn = after[at];
  const known = findTurn(before, requestId);
  if (!turn || (known && known.index === turn.index)) return false;
  if (turn.index === undefined || (!turn.question && !turn.reply?.isExtra && !turn.reply?.isWelcome))
    return true;
  const { index } = turn;
  const previous = after.slice(0, at).findLast((other) => other.index !== undefined);
  // The first turn of a branch does not follow the message at `index - 1`. It follows an older message, whose
  // index is `to`.
  const { to = -1 } = pathTo(branches, index).findLast(({ from }) => from < index) ?? {};
  return (previous ? lastIndexOf(previous) : -1) !== Math.min(to, index - 1);
}

/** Returns the index of a turn's last message. A reply that has not started counts, because its index is reserved. */
export const lastIndexOf = ({ index = 0, question: asked, reply }: Turn): number =>
  reply?.index ?? (asked ? index + 1 : index);

export const isUnacknowledged = ({ sent }: Turn): boolean => sent !== undefined && sent.refused === undefined;
