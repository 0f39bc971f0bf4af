import type { Chat, Project } from '#contract/entities';
import { createStore } from '../../../lib/observable-store.ts';
import type { Conversation } from '../state/conversation/conversation.ts';

/** Chat to export or to share, and the path in it. */
export interface ChatWithPath extends Pick<Chat, 'chatId' | 'name'> {
  /** Index of a message. Selects the newest path that has this message. @default the chat's newest path */
  readonly through?: number | undefined;
}

/** Reply that the user has just disliked, with the `key` and the `index` of its `ViewMessage`. */
export interface DislikedReply {
  readonly conversation: Conversation;
  readonly key: string;
  readonly index: number;
}

type ChatDialog =
  | { readonly kind: 'export' | 'share'; readonly chat: ChatWithPath }
  | ({ readonly kind: 'feedback' } & DislikedReply)
  | { readonly kind: 'archive' }
  | { readonly kind: 'moveChat'; readonly chat: Chat }
  | { readonly kind: 'moveChats'; readonly chats: readonly Chat[] }
  | { readonly kind: 'project'; readonly project?: Project }
  | { readonly kind: 'projectInstructions' | 'projectFiles' | 'deleteProject'; readonly project: Project };

export const chatDialogState = createStore<ChatDialog | undefined>(undefined);
