import type { ChatList } from './chat-list.ts';

export interface SignedInUser {
  readonly email: string;
  readonly list: ChatList;
}
