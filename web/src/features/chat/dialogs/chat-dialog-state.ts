import type { Chat, Project } from '#contract/entities';
import { createStore } from '../../../lib/observable-store.ts';

/** Chat to export or to share, with an index of a message on the path on screen. @default the chat's newest path */
export interface ChatOnScreen extends Pick<Chat, 'chatId' | 'name'> {
  readonly through?: number | undefined;
}

/** Dialog about one chat or one project, which its menu or its header opens, or the archived chats. */
type ChatDialog =
  | { readonly kind: 'export' | 'share'; readonly chat: ChatOnScreen }
  | { readonly kind: 'archive' }
  | { readonly kind: 'moveChat'; readonly chat: Chat }
  | { readonly kind: 'moveChats'; readonly chats: readonly Chat[] }
  | { readonly kind: 'project'; readonly project?: Project }
  | { readonly kind: 'projectInstructions' | 'projectFiles' | 'deleteProject'; readonly project: Project };

/** The open dialog about chats. At most one is open. */
export const chatDialogState = createStore<ChatDialog | undefined>(undefined);
