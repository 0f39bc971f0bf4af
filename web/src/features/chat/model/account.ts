import type { ChatList } from './chat-list.ts';

/** What the chats of who is signed in have in common. */
export interface Account {
  readonly email: string;
  readonly list: ChatList;
}
