import { type RefObject, useEffect } from 'react';
import type { Conversation } from '../model/conversation.ts';

const STANDS_OUT_MS = 2_500;

/** A message that was looked for takes the focus when it is on screen, and stands out for a moment. */
export function useFound(
  message: RefObject<HTMLElement | null>,
  isFound: boolean,
  conversation: Conversation,
): void {
  useEffect(() => {
    const element = message.current;
    if (!isFound || !element) return;
    element.focus({ preventScroll: true });
    element.dataset.found = '';
    setTimeout(() => delete element.dataset.found, STANDS_OUT_MS);
    conversation.history.reachedTarget();
  }, [message, isFound, conversation]);
}
