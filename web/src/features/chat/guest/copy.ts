export const guestCopy = {
  title: 'Guest chat',
  nav: 'Menu',
  opening: 'Opening your chat',
  /** Without an ellipsis (docs/spec.md 2.8). */
  placeholder: (product: string) => `Message ${product}`,
  note: 'Guest chats are kept for 7 days. Log in to keep yours.',
  renewed: 'Your earlier guest chat has expired, or is in an account now. This is a new one.',
  limit: {
    title: 'That’s all for today',
    joinWaitlist: 'Join the waitlist',
  },
} as const;

export const claimCopy = {
  label: 'Your guest chat',
  question: 'Keep the chat you had as a guest?',
  keep: 'Keep it',
  keeping: 'Keeping it...',
  notNow: 'Not now',
  failed: 'The guest chat could not be moved. Please try again.',
} as const;
