/** Keeps a right-to-left name from reordering the words around it. */
const isolated = (name: string): string => `\u2068${name}\u2069`;

/**
 * Texts about adding files, which load when they are needed. `early-files-copy.ts` has the texts that the chat page
 * needs before.
 */
export const fileCopy = {
  listLabel: 'Files of your message',
  sentLabel: 'Files',
  checking: 'Checking the files...',
  preparing: 'Preparing...',
  progress: (percent: string) => `Uploading ${percent}`,
  progressOf: (name: string) => `Upload of ${name}`,
  paused: 'Paused until you are online',
  registering: 'Reading the file...',
  remove: (name: string) => `Remove ${name}`,
  cancel: (name: string) => `Cancel the upload of ${name}`,
  retry: (name: string) => `Retry ${name}`,
  dismiss: 'Dismiss',
  announce: {
    added: (count: number) => (count === 1 ? 'One file was added.' : `${count} files were added.`),
    ready: 'All files are uploaded.',
    failed: (name: string, problem: string) => `${name}: ${problem}`,
  },
  refusal: {
    empty: (name: string) => `${isolated(name)} is empty.`,
    type: (name: string) =>
      `${isolated(name)} cannot be added. You can add pictures, PDF, Word and Excel files, and text such as CSV, Markdown or source code.`,
    tooLarge: (name: string, bytes: string, limit: string) =>
      `${isolated(name)} has ${bytes}. A file may have ${limit}.`,
    tooMany: (limit: number, left: number) =>
      `A message may have ${limit === 1 ? 'one file' : `${limit} files`}. ${left === 1 ? 'One file was' : `${left} files were`} left out.`,
    storage: (name: string, left: string, limit: string) =>
      `${isolated(name)} does not fit: ${left} of your ${limit} are left. Remove files or chats to make room.`,
    notInPlan: 'Files are not part of your plan.',
  },
  picture: {
    unreadable: 'This picture cannot be read. It may be damaged.',
    heic: 'This browser cannot read HEIC pictures. Save it as JPEG and add that.',
  },
  tooLarge: (bytes: string, limit: string) => `This file has ${bytes}. A file may have ${limit}.`,
  failed: 'The upload failed. Check your connection and retry.',
  refused: 'The upload was refused. Remove the file and add it again.',
  paste: {
    offer: (characters: string) => `You pasted ${characters} characters.`,
    accept: 'Add it as a file instead',
    name: 'Pasted text.txt',
  },
} as const;
