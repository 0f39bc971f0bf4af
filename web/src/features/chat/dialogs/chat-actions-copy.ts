import { CHAT_NAME_MAX_LENGTH } from '#contract/limits';

export const actionsCopy = {
  add: {
    title: 'New Chat',
    name: 'Name (optional)',
    /** Default name without its number. Only the server knows the number, because deleted chats count too. */
    defaultName: 'Chat',
    create: 'Create',
    creating: 'Creating chat...',
    cancel: 'Cancel',
    keptDraft: 'What you wrote for the new chat is kept. It is in the input when you create one.',
  },
  menu: { rename: 'Rename', export: 'Export or copy…', delete: 'Delete' },
  rename: {
    label: 'Chat name',
    blank: `A name has 1 to ${CHAT_NAME_MAX_LENGTH} characters.`,
  },
  notices: {
    deleted: 'Chat deleted',
    deletedElsewhere: 'This chat was deleted in another tab or on another device.',
    written: 'You can still copy what you wrote in it.',
    copyWritten: 'Copy text',
    deleteFailed: 'The chat could not be deleted. It is back in your list.',
    temporaryDeleteFailed: 'The chat could not be deleted.',
    restoreFailed: 'The chat could not be restored.',
    undo: 'Undo',
    open: 'Open chat',
    dismiss: 'Dismiss',
  },
} as const;
