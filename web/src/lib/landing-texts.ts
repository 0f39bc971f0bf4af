/** The texts of the landing page; see texts.ts. Those in quotes in docs/spec.md 2.3, 4.10 and 8.1 are exact. */
export const landingTexts = {
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
} as const;
