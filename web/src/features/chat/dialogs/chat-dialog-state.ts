import type { Chat } from '#contract/entities';
import { createStore } from '../../../lib/observable-store.ts';

/** Dialog about one chat, which its menu or its header opens, or the archived chats. */
type ChatDialog =
  | { readonly kind: 'export'; readonly chat: Pick<Chat, 'chatId' | 'name'> }
  | { readonly kind: 'archive' };

/** The open dialog about chats. At most one is open. */
export const chatDialogState = createStore<ChatDialog | undefined>(undefined);
