import type { Chat, Project } from '#contract/entities';
import { createStore } from '../../../lib/observable-store.ts';

/** Chat to export or to share, with the path in it that is exported or shared. */
export interface ChatWithPath extends Pick<Chat, 'chatId' | 'name'> {
  /** Index of a message: the path is the newest one that has it. Undefined for the chat's newest path. */
  readonly through?: number | undefined;
}

/** Dialog about chats, a project or the archive. Buttons and menus all over the chat page open it. */
type ChatDialog =
  | { readonly kind: 'export' | 'share'; readonly chat: ChatWithPath }
  | { readonly kind: 'archive' }
  | { readonly kind: 'moveChat'; readonly chat: Chat }
  | { readonly kind: 'moveChats'; readonly chats: readonly Chat[] }
  | { readonly kind: 'project'; readonly project?: Project }
  | { readonly kind: 'projectInstructions' | 'projectFiles' | 'deleteProject'; readonly project: Project };

/** Holds the dialog that is open; undefined for none. */
export const chatDialogState = createStore<ChatDialog | undefined>(undefined);
