const chats = (count: number) => (count === 1 ? '1 chat' : `${count} chats`);
const are = (count: number) => (count === 1 ? 'It is' : 'They are');

export const selectionCopy = {
  partMissing: 'This part could not be loaded. Check your connection and try again.',
  select: 'Select chats…',
  label: 'Select chats',
  count: (count: number) => `${count} selected`,
  hint: 'Space selects, Shift with the arrows selects several, Escape ends.',
  archive: 'Archive',
  delete: 'Delete',
  done: 'Done',
  undo: 'Undo',
  undone: 'Undone',
  dismiss: 'Dismiss',
  archived: (count: number) => `${chats(count)} archived`,
  deleted: (count: number) => `${chats(count)} deleted`,
  archiveFailed: (count: number) => `${chats(count)} could not be archived. ${are(count)} back in your list.`,
  moved: (count: number) => `${chats(count)} moved`,
  moveFailed: (count: number) => `${chats(count)} could not be moved. ${are(count)} still selected.`,
  moveUndoFailed: (count: number) => `${chats(count)} could not be moved back.`,
  deleteFailed: (count: number) => `${chats(count)} could not be deleted. ${are(count)} back in your list.`,
  archiveUndoFailed: (count: number) => `${chats(count)} could not be restored from the archive.`,
  notPinnedAgain: (count: number) => `${chats(count)} could not be pinned again.`,
  deleteUndoFailed: (count: number) => `${chats(count)} could not be restored.`,
} as const;
