import { type RefObject, useEffect, useReducer, useRef } from 'react';
import type { ConversationState } from '../state/conversation/conversation-state.ts';
import type { Messages } from '../state/turns/find-in-shown-messages.ts';

/**
 * Largest number of messages that count as one turn here: a question, its reply, and two messages that the product adds
 * after the reply, such as the thank-you message.
 */
const LAST_TURN_MAX = 4;
/** Largest number of messages that are rendered outside the virtual list. */
const TAIL_MAX = 24;
/**
 * Milliseconds from the end of a reply until messages move to the virtual list. A move makes the browser lay out all
 * rendered messages again.
 */
const MOVE_DELAY_MS = 2_000;
/** A message moves to the virtual list when it is more than this many pixels above the top of the browser window. */
const MOVE_DISTANCE = 1_200;

/**
 * Returns the array index of the first message below the virtual list. When the user sends a message, the turns below
 * the list stay there if they have at most TAIL_MAX messages. If these turns moved into the list, React would render
 * them again, and the sent message would appear later. MOVE_DELAY_MS after a reply has ended, messages far above the
 * visible part move into the list. The list does not render messages that are so far away.
 */
export function useVirtualListEnd(
  scroller: RefObject<HTMLElement | null>,
  messages: Messages,
  { pending }: ConversationState,
): number {
  const startKey = useRef<string>(undefined);
  const [, renderAgain] = useReducer((renders: number) => renders + 1, 0);
  const lastTurn = startOfLastTurn(messages);
  const found = messages.findLastIndex(({ key }) => key === startKey.current);
  const isUsable = found >= 0 && found <= lastTurn && messages.length - found <= TAIL_MAX;
  const start = isUsable ? found : lastTurn;
  const firstKey = messages[start]?.key;
  const lastTurnKey = messages[lastTurn]?.key;
  useEffect(() => {
    startKey.current = firstKey;
    if (pending || firstKey === lastTurnKey) return;
    const timer = setTimeout(() => {
      startKey.current = firstInReach(scroller.current, lastTurnKey);
      if (startKey.current !== firstKey) renderAgain();
    }, MOVE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [scroller, pending, firstKey, lastTurnKey]);
  return start;
}

/**
 * Returns the array index of the last question, or of the last message if the last turn has more than LAST_TURN_MAX
 * messages.
 */
function startOfLastTurn(messages: Messages): number {
  const question = messages.findLastIndex(({ role }) => role === 'user');
  const last = messages.length - 1;
  return last - question < LAST_TURN_MAX ? Math.max(0, question) : Math.max(0, last);
}

/**
 * Returns the key of the first message that must stay below the list: it is near the visible part, it has the focus
 * (which a move would take from it), or it begins the last turn.
 */
function firstInReach(scroller: HTMLElement | null, lastTurnKey: string | undefined): string | undefined {
  for (const message of scroller?.querySelectorAll<HTMLElement>('[data-tail] > *') ?? []) {
    const { message: key } = message.dataset;
    const isFar = message.getBoundingClientRect().bottom < -MOVE_DISTANCE;
    if (key === lastTurnKey || !isFar || message.matches(':focus-within')) return key;
  }
  return lastTurnKey;
}
