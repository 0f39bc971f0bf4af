/** The texts of the chat screen but for the messages' own (message-texts.ts); see texts.ts. */
export const chatTexts = {
  chats: {
    account: 'Account',
    admin: 'Admin',
    elsewhere: 'More',
    label: 'Chats',
    newChat: 'New Chat',
    search: 'Search',
    creating: 'Creating chat...',
    creationFailed: 'Chat initialization failed',
    none: 'No chats yet.',
    listFailed: 'Your chats could not be loaded.',
    more: 'Show older chats',
    moreFailed: 'Older chats could not be loaded.',
    options: (name: string) => `Chat options: ${name}`,
    switchFailed: 'Failed to load chat. Please try again.',
  },
  conversation: {
    label: 'Conversation',
    historyFailed: 'Failed to load chat history. Please try refreshing.',
    missing: 'This chat does not exist. It may have been deleted, or it belongs to another account.',
    openNewest: 'Open your newest chat',
    loadingHistory: 'Loading messages',
    placeholder: (product: string) => `Message ${product}...`,
    inputLabel: 'Your message',
    send: 'Send',
    stop: 'Stop',
    stopping: 'Stopping...',
    tooLong: (length: string, limit: string) =>
      `That is ${length} characters; a message may have ${limit}. Shorten it or send it in parts.`,
    tooLarge: (length: string, limit: string) =>
      `That is ${length} characters. Accents, other scripts, emoji and line breaks take more room: a message like this may have ${limit}. Shorten it or send it in parts.`,
    replyBegan: 'A reply has started.',
    replyEnded: 'The reply is complete.',
    replyFailed: 'The reply did not complete.',
    notSentAway: 'The newest messages could not be loaded, so this was not sent.',
    skip: 'Skip',
    /** Its beginning is exact (docs/spec.md 8.1). */
    skipFailed:
      "I understand you'd like to skip ahead... Your message could not be sent just now, but you can ask me anything.",
  },
  connection: {
    reconnecting: 'Reconnecting...',
    offline: 'You are offline. Messages are sent when you are back.',
  },
} as const;
