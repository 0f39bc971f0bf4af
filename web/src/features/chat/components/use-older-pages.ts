import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { Conversation } from '../model/conversation.ts';
import type { ConversationState } from '../model/conversation-state.ts';

/** The next page is asked for this many pixels before the reader reaches the top. */
const AHEAD = 800;

/** Reads older pages as the reader scrolls up, and keeps what they read where it is. */
export function useOlderPages(
  scroller: RefObject<HTMLDivElement | null>,
  conversation: Conversation,
  { messages, olderThan, older }: ConversationState,
): void {
  const anchor = useRef<{ element: Element; top: number } | undefined>(undefined);
  const firstKey = messages[0]?.key;

  useEffect(() => {
    const element = scroller.current;
    if (!element || olderThan === undefined || older !== 'idle') return;
    const onScroll = () => {
      if (element.scrollTop > AHEAD) return;
      const first = element.querySelector('[data-message]');
      anchor.current = first ? { element: first, top: offset(first, element) } : undefined;
      void conversation.loadOlder();
    };
    // Also when the page that is there does not fill the screen.
    if (element.scrollHeight <= element.clientHeight) onScroll();
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => element.removeEventListener('scroll', onScroll);
  }, [scroller, conversation, olderThan, older]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when older messages have come in
  useLayoutEffect(() => {
    const element = scroller.current;
    const held = anchor.current;
    anchor.current = undefined;
    if (element && held) element.scrollTop += offset(held.element, element) - held.top;
  }, [firstKey]);
}

/** Where an element stands in the scrolled content, whatever the reader scrolled meanwhile. */
const offset = (element: Element, scroller: Element): number =>
  element.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop;
