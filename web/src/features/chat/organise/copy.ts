/** Texts about pinned and archived chats. */
import { PINNED_CHATS_MAX } from '#contract/limits';

export const organiseCopy = {
  pin: 'Pin',
  unpin: 'Unpin',
  archive: 'Archive',
  archivedChats: 'Archived chats',
  about:
    'Archived chats are not in your list, but the search finds them. Your plan keeps them as long as other chats.',
  none: 'No archived chats.',
  failed: 'Your archived chats could not be loaded.',
  restore: 'Restore',
  restoreChat: (name: string) => `Restore: ${name}`,
  close: 'Close',
  isArchived: 'This chat is archived. It stays so when you write in it.',
  notices: {
    archived: 'Chat archived',
    archiveFailed: 'The chat could not be archived. It is back in your list.',
    unarchiveFailed: 'The chat could not be restored from the archive.',
    pinFailed: 'The chat could not be pinned.',
    pinFull: `You have pinned ${PINNED_CHATS_MAX} chats, which is the most. Unpin one first.`,
    unpinFailed: 'The chat could not be unpinned.',
  },
} as const;
