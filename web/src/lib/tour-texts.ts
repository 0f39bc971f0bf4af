/** The texts of the guided tour; see texts.ts. */
export const tourTexts = {
  restart: 'Restart tour',
  next: 'Next →',
  back: '← Back',
  skip: 'Skip',
  last: 'Got it!',
  close: 'Close tour',
  progress: (step: number, of: number) => `Step ${step} of ${of}`,
  steps: {
    welcome: {
      title: 'Welcome',
      text: 'A short look around: where your chats are, and where you write.',
    },
    menu: { title: 'Menu', text: 'This button opens and closes the list of your chats.' },
    newChat: { title: 'New chat', text: 'Begin a new chat here whenever you change the subject.' },
    search: {
      title: 'Search',
      text: 'Find any chat or message by a word in it. Ctrl+K or ⌘K does the same.',
    },
    chatList: {
      title: 'Your chats',
      text: 'All your chats, newest first. Each has a menu to rename or delete it.',
    },
    conversation: {
      title: 'Conversation',
      text: 'Your messages and the replies. Use the heart under a reply to say that you like it.',
    },
    input: { title: 'Message', text: 'Write here. Enter sends, Shift+Enter begins a new line.' },
  },
} as const;
