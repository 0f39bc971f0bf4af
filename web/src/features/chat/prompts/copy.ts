export const promptsCopy = {
  list: 'Saved prompts',
  count: (n: number): string => (n === 1 ? '1 saved prompt' : `${n} saved prompts`),
  loading: 'Loading your prompts…',
  failed: 'Your prompts could not be loaded.',
  retry: 'Retry',
  none: 'You have not saved a prompt yet.',
  noMatch: 'No saved prompt matches.',
  manage: 'Manage prompts',
  shared: 'For everybody',
} as const;
