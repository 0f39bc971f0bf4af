import type { ConversationState } from '../state/conversation/conversation-state.ts';
import { isPlaceholder, isStreaming } from '../state/turns/view-message.ts';

/**
 * False when the whole chat is loaded and has no reply that has ended. The server would refuse to share such a chat
 * (`nothing_to_share`).
 */
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
