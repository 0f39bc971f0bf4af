/** The texts of what can be done with messages; see texts.ts. */
export const messageTexts = {
  like: 'Like',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Could not copy',
  edit: 'Edit',
  regenerate: 'Regenerate',
  actions: 'Message actions',
  editLabel: 'Edit your message',
  editSend: 'Send',
  cancel: 'Cancel',
  skip: 'Skip',
  suggestionsLabel: 'Suggestions',
  suggestions: [
    'Explain a hard idea in simple words',
    'Help me plan a weekend trip',
    'Improve a text that I have written',
    'Find the mistake in a piece of code',
  ],
  /** Spec 8: its beginning is exact. */
  skipFailed:
    "I understand you'd like to skip ahead... That did not get through just now, but you need not wait for me: ask me anything.",
  notSentAway: 'The end of the chat could not be loaded, so this was not sent.',
  newerFailed: 'Newer messages could not be loaded.',
  loadingNewer: 'Loading newer messages',
} as const;
