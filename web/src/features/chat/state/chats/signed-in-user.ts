import type { ChatList } from './chat-list.ts';

/** Signed-in user with the list of the user's chats. */
export interface SignedInUser {
  readonly email: string;
  readonly list: ChatList;
}
