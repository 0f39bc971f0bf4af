import type { Chat, Project } from '#contract/entities';
import { createStore } from '../../../lib/observable-store.ts';

/** Dialog about one chat or one project, which its menu or its header opens, or the archived chats. */
type ChatDialog =
  | { readonly kind: 'export' | 'share'; readonly chat: Pick<Chat, 'chatId' | 'name'> }
  | { readonly kind: 'archive' }
  | { readonly kind: 'moveChat'; readonly chat: Chat }
  | { readonly kind: 'moveChats'; readonly chats: readonly Chat[] }
  | { readonly kind: 'project'; readonly project?: Project }
  | { readonly kind: 'projectInstructions' | 'deleteProject'; readonly project: Project };

/** The open dialog about chats. At most one is open. */
export const chatDialogState = createStore<ChatDialog | undefined>(undefined);
