import { type RefObject, useEffect } from 'react';
import type { VirtualizerHandle } from 'virtua';
import type { Conversation } from '../state/conversation/conversation.ts';
import type { ConversationState } from '../state/conversation/conversation-state.ts';
import type { AutoScroll } from './use-auto-scroll.ts';

/**
 * Scrolls to the target message, once for each new `target`. `jump` scrolls to the end and follows it, `release` stops
 * following.
 */
export function useScrollToTarget(
  list: RefObject<VirtualizerHandle | null>,
  conversation: Conversation,
  { target, messages }: ConversationState,
  { jump, release }: Pick<AutoScroll, 'jump' | 'release'>,
): void {
  const place = target ? messages.findIndex(({ index }) => index === target.index) : -1;
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls once for each target, also if its position changes later
  useEffect(() => {
    if (!target) return;
    if (place >= 0 && place === messages.length - 1) jump();
    else if (place >= 0) {
      release();
      // The newest messages are outside the virtual list (`useVirtualListEnd`), which cannot scroll to them.
      const shown = document.querySelector(`[data-message="${CSS.escape(messages[place]?.key ?? '')}"]`);
      if (shown) shown.scrollIntoView({ block: 'center' });
      else list.current?.scrollToIndex(place, { align: 'center' });
    }
    // MessageView clears the target of a found message, after the message has taken the focus.
    if (place < 0 || !target.isFound) conversation.history.reachedTarget();
  }, [target]);
}
