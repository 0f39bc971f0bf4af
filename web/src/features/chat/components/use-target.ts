import { type RefObject, useEffect } from 'react';
import type { VirtualizerHandle } from 'virtua';
import type { Conversation } from '../model/conversation.ts';
import type { ConversationState } from '../model/conversation-state.ts';
import type { Follow } from './use-follow.ts';

/**
 * Brings the message that is asked for into view, wherever in the list it is. `jump` goes to the end,
 * `release` stops following it.
 */
export function useTarget(
  list: RefObject<VirtualizerHandle | null>,
  conversation: Conversation,
  { target, messages }: ConversationState,
  { jump, release }: Pick<Follow, 'jump' | 'release'>,
): void {
  const place = target ? messages.findIndex(({ index }) => index === target.index) : -1;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each wish, wherever messages move meanwhile
  useEffect(() => {
    if (!target) return;
    if (place >= 0 && place === messages.length - 1) jump();
    else if (place >= 0) {
      release();
      // The last ones are rendered whatever the reader sees, and stand outside of the list.
      const shown = document.querySelector(`[data-message="${CSS.escape(messages[place]?.key ?? '')}"]`);
      if (shown) shown.scrollIntoView({ block: 'center' });
      else list.current?.scrollToIndex(place, { align: 'center' });
    }
    // One that was looked for tells itself when it is on screen and has the focus.
    if (place < 0 || !target.isFound) conversation.history.reachedTarget();
  }, [target]);
}
