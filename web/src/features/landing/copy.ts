/** Texts of the landing page and the thank-you page. docs/spec.md quotes some of them word for word. */
export const landingCopy = {
  welcomeTo: 'Welcome To',
  /** Description of the product. It names no model, because operators choose the models. */
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
  /** Form that opens the guest chat. */
  guest: {
    label: 'Try it as a guest',
    placeholder: 'Ask something',
    inputLabel: 'Your question',
  },
  /** Page that confirms a place on the waitlist. */
  thanks: {
    title: 'Thank You!',
    line: "for joining the waitlist. We'll be in touch.",
  },
} as const;
