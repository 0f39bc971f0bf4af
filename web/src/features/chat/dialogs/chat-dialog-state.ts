import type { Chat } from '#contract/entities';
import { createStore } from '../../../lib/observable-store.ts';

/** Dialog about one chat, which its menu or its header opens. */
interface ChatDialog {
  readonly kind: 'export';
  readonly chat: Pick<Chat, 'chatId' | 'name'>;
}

/** The open dialog about a chat. At most one is open. */
export const chatDialogState = createStore<ChatDialog | undefined>(undefined);
