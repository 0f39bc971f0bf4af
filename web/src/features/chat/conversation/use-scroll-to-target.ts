import { type RefObject, useEffect } from 'react';
import type { VirtualizerHandle } from 'virtua';
import type { Conversation } from '../state/conversation/conversation.ts';
import type { ConversationState } from '../state/conversation/conversation-state.ts';
import type { AutoScroll } from './use-auto-scroll.ts';

/**
 * Scrolls once to each new target of the conversation, for example a search result. Follows the end of the conversation
 * only if the target is its last message.
 * @param messages messages of the list. `isDetached` is true if newer messages are not loaded.
 */
export function useScrollToTarget(
  list: RefObject<VirtualizerHandle | null>,
  conversation: Conversation,
  { target, messages, isDetached }: Pick<ConversationState, 'target' | 'messages'> & { isDetached: boolean },
  { jump, release }: Pick<AutoScroll, 'jump' | 'release'>,
): void {
  const place = target ? messages.findIndex(({ index }) => index === target.index) : -1;
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls once for each target, wherever it moves later
  useEffect(() => {
    if (!target) return;
    if (place >= 0 && place === messages.length - 1 && !isDetached) jump();
    else if (place >= 0) {
      release();
      // The newest messages are rendered below the virtual list (`useVirtualListEnd`), so the list cannot scroll to
      // them.
      const shown = document.querySelector(`[data-message="${CSS.escape(messages[place]?.key ?? '')}"]`);
      if (shown) shown.scrollIntoView({ block: 'center' });
      else list.current?.scrollToIndex(place, { align: 'center' });
    }
    // `MessageView` clears the target if it is a loaded search result or linked message. Any other target, such as the
    // thank-you message, is cleared here.
    if (place < 0 || !target.isFound) conversation.history.reachedTarget();
  }, [target]);
}
