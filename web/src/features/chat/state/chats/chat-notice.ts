import type { Chat } from '#contract/entities';

/**
 * Notice that tells the user about a deleted or archived chat, or about a failed change of a chat. `ChatDeletion`
 * (`deletions-and-notices.ts`) holds the notices. `dialogs/chat-notices.tsx` shows them.
 */
export interface ChatNotice {
  readonly kind:
    | ('deleted' | 'deletedElsewhere' | 'deleteFailed' | 'restoreFailed')
    | ('archived' | 'archiveFailed' | 'unarchiveFailed')
    | ('pinFailed' | 'pinFull' | 'unpinFailed' | 'moveFailed');
  /** The chat as it was before the change. */
  readonly chat: Pick<Chat, 'chatId' | 'name' | 'pinnedAt'>;
  /** True if the chat was on screen when it was deleted. False for a notice that is not about a deletion. */
  readonly wasOpen: boolean;
}
