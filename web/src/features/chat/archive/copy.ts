/** Texts about pinned, archived and temporary chats. */
import { ERRORS } from '#contract/error-codes';

export const archiveCopy = {
  pin: 'Pin',
  unpin: 'Unpin',
  archive: 'Archive',
  archivedChats: 'Archived chats',
  about:
    'Archived chats are not in your list, but the search finds them. Your plan keeps them as long as other chats.',
  none: 'No archived chats.',
  more: 'Show older chats',
  failed: 'Your archived chats could not be loaded.',
  restore: 'Restore',
  restoreChat: (name: string) => `Restore: ${name}`,
  restored: (name: string) => `Restored: ${name}`,
  close: 'Close',
  isArchived: 'This chat is archived. It stays so when you write in it.',
  isTemporary: (end: string) =>
    `This chat is temporary. It is not in your list, search or export, counts as usage, and is deleted on ${end}. You can copy or export it.`,
  deleteNow: 'Delete now',
  notices: {
    archived: 'Chat archived',
    archiveFailed: 'The chat could not be archived. It is back in your list.',
    unarchiveFailed: 'The chat could not be restored from the archive.',
    pinFailed: 'The chat could not be pinned.',
    pinFull: ERRORS.too_many_pinned.message,
    unpinFailed: 'The chat could not be unpinned.',
  },
} as const;
