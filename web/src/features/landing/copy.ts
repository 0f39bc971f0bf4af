/** docs/spec.md quotes some of these texts word for word. */
export const landingCopy = {
  welcomeTo: 'Welcome To',
  /** Names no model, because operators choose the models. */
  about: 'Several AI models in one chat: each question goes to the one that suits it best.',
  invitationOnly:
    'This page is accessible by invitation only. Please provide your email to join the waitlist.',
  emailLabel: 'Email',
  emailPlaceholder: 'Enter your email',
  join: 'Join the waitlist',
  joined: 'Thank you for joining the waitlist. We’ll be in touch.',
  refused: 'Failed to submit email. Please try again.',
  unreachable: 'Something went wrong.',
  haveCode: 'I have an invitation code',
  guest: {
    label: 'Try it as a guest',
    placeholder: 'Ask something',
    inputLabel: 'Your question',
  },
  thanks: {
    title: 'Thank You!',
    line: "for joining the waitlist. We'll be in touch.",
  },
} as const;
