import { FEEDBACK_DAYS } from '#contract/limits';

export const feedbackCopy = {
  title: 'What was wrong with this reply?',
  reasons: {
    incorrect: 'It is not true',
    ignored: 'It did not do what I asked',
    style: 'I do not like how it is written',
    refused: 'It refused without need',
    harmful: 'It is harmful or offensive',
    other: 'Something else',
  },
  text: 'Say more (optional)',
  withConversation: 'Send this conversation with it',
  withConversationHelp: 'The people who run this site can then read your message and this reply.',
  kept: `Kept for ${FEEDBACK_DAYS} days, without your name.`,
  skip: 'Skip',
  send: 'Send feedback',
  sending: 'Sending...',
  replaced: 'The chat no longer shows this reply, so your feedback cannot be sent.',
  failed: 'Your feedback could not be sent. Please try again.',
} as const;
