import type { ConversationState } from '../state/conversation/conversation-state.ts';
import { isPlaceholder, isStreaming } from '../state/turns/view-message.ts';

/** False when a chat is known to have no reply that has ended, so that the server would refuse to share it. */
export const hasSomethingToShare = ({
  phase,
  messages,
  olderThan,
  newerThan,
}: Pick<ConversationState, 'phase' | 'messages' | 'olderThan' | 'newerThan'>): boolean =>
  phase !== 'ready' ||
  olderThan !== undefined ||
  newerThan !== undefined ||
  messages.some(
    (message) =>
      message.role === 'assistant' &&
      !message.isWelcome &&
      !message.isExtra &&
      !isStreaming(message) &&
      !isPlaceholder(message),
  );
