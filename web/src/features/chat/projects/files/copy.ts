import { PROJECT } from '#contract/limits';

export const projectFilesCopy = {
  title: (name: string) => `Files of ${name}`,
  about: 'They go to the model with each message in the chats of this project.',
  limits: (size: string | undefined) =>
    `At most ${PROJECT.filesMax} files${size === undefined ? '' : `, ${size} each`}: pictures, PDF, Word, Excel and text.`,
  share: (percent: string) =>
    `These files use ${percent} of what your plan allows for the files of one message. The rest is left for files that you send.`,
  list: 'Files of this project',
  none: 'No files yet.',
  add: 'Add files',
  full: `This project has ${PROJECT.filesMax} files, which is the most. Remove one to add another.`,
  tooMany: (left: number) =>
    `A project has at most ${PROJECT.filesMax} files. ${left === 1 ? 'One file was' : `${left} files were`} left out.`,
  loading: 'Loading...',
  failed: 'The files could not be loaded.',
  unavailable: 'Files cannot be added right now. Check your connection and try again.',
  removal: {
    title: 'Remove this file?',
    about: (name: string) =>
      `\u2068${name}\u2069 is removed for good. The model no longer gets it in the chats of this project.`,
    confirm: 'Remove',
    failed: 'The file could not be removed. Please try again.',
  },
  removed: (name: string) => `${name} was removed.`,
  close: 'Close',
  cancel: 'Cancel',
} as const;
