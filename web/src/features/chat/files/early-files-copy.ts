/**
 * Texts about the files of a draft, for code in the chat page's own script. The other texts, in `adding-files-copy.ts`,
 * load when they are needed.
 */
export const fileDraftCopy = {
  add: 'Add files',
  drop: 'Drop files to add them to your message',
  edited: 'No files can be added to a message that you edit.',
  stillUploading: 'Send waits until the files are uploaded.',
  tooLong: 'These files are too long for one message of your plan. Remove one.',
  resolveFirst: 'Remove or retry the file that could not be added.',
  interrupted: 'The upload was interrupted. Add the file again.',
  unavailable: 'Files cannot be added right now. Check your connection and try again.',
  guest: 'Files can be added when you are signed in.',
} as const;
