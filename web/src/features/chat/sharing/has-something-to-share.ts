import type { ConversationState } from '../state/conversation/conversation-state.ts';
import { isPlaceholder, isStreaming } from '../state/turns/shown-message.ts';

/** False if the whole chat is loaded and has no finished reply. Sharing the chat would fail with `nothing_to_share`. */
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
