import type { ChatList } from './chat-list.ts';

/** A signed-in user with the list of their chats. */
export interface SignedInUser {
  readonly email: string;
  readonly list: ChatList;
}
