/** Texts of the model menus. */
export const modelCopy = {
  menu: 'Model',
  auto: 'Auto',
  autoHint: 'Chooses the model for each message',
  /** `name` is the visible text of the button. */
  button: (name: string) => `Model: ${name}`,
  forChat: 'for this chat',
  forNext: 'for the next message',
  wholeChat: 'Use for this whole chat',
  locked: 'Part of Premium. Upgrade to use it.',
  notYours: 'Not part of your plan.',
  loading: 'Loading the models...',
  failed: 'The models could not be loaded.',
  notSet: 'The model of this chat could not be changed. Please try again.',
  retryWith: 'Retry with...',
} as const;

/** Texts of the menu of efforts. */
export const effortCopy = {
  menu: 'Effort',
  /** Text of the button, before the name of the effort. */
  button: 'Effort: ',
  names: { quick: 'Quick', balanced: 'Balanced', thorough: 'Thorough' },
  hints: {
    quick: 'Thinks least and answers soonest',
    balanced: 'Thinks where it helps',
    thorough: 'Thinks longest, for hard questions',
  },
  notSet: 'The effort of this chat could not be changed. Please try again.',
} as const;
