/** Texts about projects. */
import { ERRORS } from '#contract/errors';
import { PROJECT } from '#contract/limits';

export const projectsCopy = {
  label: 'Projects',
  add: 'New project',
  showAll: (count: number) => `Show all ${count} projects`,
  showFewer: 'Show fewer projects',
  options: (name: string) => `Project options: ${name}`,
  chatsOf: (name: string) => `Chats in ${name}`,
  none: 'No chats yet.',
  chatsFailed: 'The chats of this project could not be loaded.',
  menu: {
    newChat: 'New chat here',
    rename: 'Rename',
    instructions: 'Instructions',
    files: 'Files',
    up: 'Move up',
    down: 'Move down',
    delete: 'Delete',
    move: 'Move to project',
  },
  look: {
    changeTitle: 'Rename project',
    name: 'Name',
    nameMissing: 'Give the project a name.',
    nameTooLong: `At most ${PROJECT.nameMaxGraphemes} characters.`,
    emoji: 'Emoji (optional)',
    emojiWrong: 'One emoji, please.',
    color: 'Colour',
    noColor: 'None',
    colors: {
      ...{ red: 'Red', orange: 'Orange', yellow: 'Yellow', green: 'Green' },
      ...{ teal: 'Teal', blue: 'Blue', purple: 'Purple', pink: 'Pink' },
    },
  },
  instructions: {
    title: (name: string) => `Instructions for ${name}`,
    about: 'They count for the replies in all chats of this project, after your own instructions.',
    label: 'Instructions',
    placeholder: 'For example: We renovate an old house. Suggest materials that can be bought here.',
    left: (count: number) => `${count.toLocaleString()} characters left`,
    tooLong: (count: number) => `${count.toLocaleString()} characters too many`,
    loading: 'Loading...',
    failed: 'The instructions could not be loaded.',
  },
  deletion: {
    title: (name: string) => `Delete ${name}?`,
    about: 'Its chats stay in your list. The project, its instructions and its files are removed for good.',
  },
  move: {
    title: 'Move to project',
    outside: 'No project',
    none: 'You have no projects yet.',
    failed: 'The chat could not be moved.',
  },
  saveFailed: 'That could not be saved. Please try again.',
  full: ERRORS.too_many_projects.message,
  save: 'Save',
  saving: 'Saving...',
  cancel: 'Cancel',
  close: 'Close',
} as const;
