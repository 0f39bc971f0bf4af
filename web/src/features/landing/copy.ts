/** Texts of the landing page and of the page after it. Those that docs/spec.md quotes are exact. */
export const landingCopy = {
  welcomeTo: 'Welcome To',
  invitationOnly:
    'This page is accessible by invitation only. Please provide your email to join the waitlist.',
  emailLabel: 'Email',
  emailPlaceholder: 'Enter your email',
  join: 'Join the waitlist',
  joined: 'Thank you for joining the waitlist. We’ll be in touch.',
  refused: 'Failed to submit email. Please try again.',
  unreachable: 'Something went wrong.',
  haveCode: 'I have an invitation code',
  /** The way into the guest chat. */
  guest: {
    label: 'Try it as a guest',
    placeholder: 'Ask something',
    inputLabel: 'Your question',
  },
  /** The page that confirms a place on the waitlist. */
  thanks: {
    title: 'Thank You!',
    line: "for joining the waitlist. We'll be in touch.",
  },
} as const;
