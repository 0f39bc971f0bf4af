/** Texts of the page for instructions and saved prompts. */
import { INSTRUCTIONS_MAX_LENGTH, SAVED_PROMPT } from '#contract/limits';

const count = new Intl.NumberFormat();

export const personalCopy = {
  title: 'Personalize',
  back: 'Back to your chats',
  retry: 'Retry',
  left: (n: number): string =>
    `${count.format(n)} of ${count.format(INSTRUCTIONS_MAX_LENGTH)} characters left`,
  tooLong: (n: number): string => `${count.format(n)} characters too many`,
  instructions: {
    title: 'Instructions',
    about: 'Say once how you want to be answered. It goes with every message in all of your chats.',
    label: 'How should you be answered?',
    placeholder: 'For example: I am a nurse. Answer briefly, in plain English, with metric units.',
    isOn: 'Use these instructions',
    loading: 'Loading your instructions…',
    failed: 'Your instructions could not be loaded.',
    save: 'Save',
    saving: 'Saving…',
    saved: 'Saved. Your next message uses it.',
    savedOff: 'Saved, and not used until you switch it on.',
    saveFailed: 'Your instructions could not be saved. Please try again.',
  },
  prompts: {
    title: 'Saved prompts',
    about: 'Type / in an empty message to insert one. Words in {braces} are filled in one after the other.',
    loading: 'Loading your prompts…',
    failed: 'Your prompts could not be loaded.',
    none: 'You have not saved a prompt yet.',
    shared: 'For everybody',
    add: 'Add prompt',
    addTitle: 'New prompt',
    edit: (name: string): string => `Edit ${name}`,
    editTitle: 'Edit prompt',
    remove: (name: string): string => `Remove ${name}`,
    removed: (name: string): string => `${name} was removed.`,
    saved: (name: string): string => `${name} is saved.`,
    removeFailed: 'The prompt could not be removed. Please try again.',
    name: 'Name',
    text: 'Text',
    textHint: 'For example: Write a mail to {name} about {topic}.',
    nameMissing: 'Give the prompt a name.',
    textMissing: 'Write the prompt’s text.',
    textTooLong: `A prompt has at most ${count.format(SAVED_PROMPT.textMaxLength)} characters.`,
    save: 'Save',
    saving: 'Saving…',
    cancel: 'Cancel',
    saveFailed: 'The prompt could not be saved. Please try again.',
  },
} as const;
