import type { ChatController } from './state/chats/chat-screen-controller.ts';

/**
 * Handles a click on a link to a chat. While a chat is being created, the user cannot switch to another one
 * (docs/spec.md 4.6).
 */
export function switchChatUnlessCreating(
  { creation }: Pick<ChatController, 'creation'>,
  event: Pick<Event, 'preventDefault'>,
  onSwitch: () => void,
): void {
  if (creation.get().creating) event.preventDefault();
  else onSwitch();
}
