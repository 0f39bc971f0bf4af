export const modelCopy = {
  menu: 'Model',
  auto: 'Auto',
  autoHint: 'Chooses the model for each message',
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

export const effortCopy = {
  menu: 'Effort',
  button: 'Effort: ',
  names: { quick: 'Quick', balanced: 'Balanced', thorough: 'Thorough' },
  hints: {
    quick: 'Thinks least and answers soonest',
    balanced: 'Thinks where it helps',
    thorough: 'Thinks longest, for hard questions',
  },
  notSet: 'The effort of this chat could not be changed. Please try again.',
} as const;
