import { type RefObject, useEffect } from 'react';
import type { Conversation } from '../model/conversation.ts';
import type { ConversationState } from '../model/conversation-state.ts';

/** The next page is asked for this many pixels before the reader reaches the end of what is there. */
const AHEAD = 800;

/** Reads older pages as the reader scrolls up, and newer ones where the chat's end is not on screen. */
export function usePages(
  scroller: RefObject<HTMLElement | null>,
  conversation: Conversation,
  { olderThan, older, newerThan, newer }: ConversationState,
): void {
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const wantsOlder = olderThan !== undefined && older === 'idle';
    const wantsNewer = newerThan !== undefined && newer === 'idle';
    const readNewer = () => {
      const below = element.scrollHeight - element.scrollTop - element.clientHeight;
      if (wantsNewer && below < AHEAD) void conversation.history.loadNewer();
    };
    const onScroll = () => {
      if (wantsOlder && element.scrollTop < AHEAD) void conversation.history.loadOlder();
      readNewer();
    };
    // Also when what is there does not fill the screen.
    readNewer();
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => element.removeEventListener('scroll', onScroll);
  }, [scroller, conversation, olderThan, older, newerThan, newer]);
}
