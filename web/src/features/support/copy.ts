const count = new Intl.NumberFormat();
const characters = (n: number): string => `${count.format(n)} ${n === 1 ? 'character' : 'characters'}`;

export const supportCopy = {
  title: 'Support',
  about: 'Write to us: with a question, a problem, or an idea.',
  answerTo: 'We answer to',
  back: 'Back to your chats',
  subject: 'Subject',
  message: 'Message',
  left: (n: number): string => `${characters(n)} left`,
  tooLong: (n: number): string => `Please shorten this by ${characters(n)}.`,
  noSubject: 'Please say in a few words what it is about.',
  noMessage: 'Please write your message.',
  submit: 'Send message',
  sending: 'Sending…',
  sentTitle: 'Message sent',
  another: 'Write another message',
  failed: 'Your message could not be sent. Please try again.',
  offline: 'You are offline. Your message stays here: send it when you are back online.',
  none: 'This site has no support address. Please ask the person who invited you.',
} as const;
