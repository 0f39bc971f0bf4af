export const tourCopy = {
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
      text: 'A quick look around: where to find your chats and where to write.',
    },
    menu: { title: 'Menu', text: 'This button opens and closes the list of your chats.' },
    newChat: { title: 'New chat', text: 'Start a new chat here when you change the subject.' },
    search: {
      title: 'Search',
      text: 'Find any chat or message by a word in it.',
      keys: 'Shortcut: Ctrl+K or ⌘K.',
    },
    chatList: {
      title: 'Your chats',
      text: 'All your chats, newest first. Each has a menu to rename or delete it.',
    },
    conversation: {
      title: 'Conversation',
      text: 'Your messages and the replies. Use the heart under a reply to say that you like it.',
    },
    input: { title: 'Message', text: 'Write here.', keys: 'Enter sends, Shift+Enter starts a new line.' },
  },
} as const;
