import type { Chat } from '#contract/entities';
import { isTemporaryChat } from '#contract/temporary-chats';
import type { ChatController } from '../state/chats/chat-screen-controller.ts';
import { ArchivedNote } from './archived-note.tsx';
import { TemporaryNote } from './temporary-note.tsx';

interface UnlistedNoteProps {
  readonly controller: ChatController;
  readonly chat: Chat;
}

/** Says above the message input why the open chat is not in the list: it is temporary or archived. */
export function UnlistedNote({ controller, chat }: UnlistedNoteProps) {
  const Note = isTemporaryChat(chat.chatId) ? TemporaryNote : ArchivedNote;
  return <Note controller={controller} chat={chat} />;
}
