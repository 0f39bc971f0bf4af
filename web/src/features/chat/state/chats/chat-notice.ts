import type { Chat } from '#contract/entities';

/** Notice about a deleted or archived chat, or about a failed change of a chat. */
export interface ChatNotice {
  readonly kind:
    | ('deleted' | 'deletedElsewhere' | 'deleteFailed' | 'restoreFailed')
    | ('archived' | 'archiveFailed' | 'unarchiveFailed')
    | ('pinFailed' | 'pinFull' | 'unpinFailed' | 'moveFailed');
  /** The chat as it was before the change. */
  readonly chat: Pick<Chat, 'chatId' | 'name' | 'pinnedAt'>;
  /** True if the notice is about a deletion, and the chat was on screen. */
  readonly wasOpen: boolean;
}
