/** The texts of the page that confirms a place on the waitlist; see texts.ts. As a whole they are exact (docs/spec.md 2.3). */
export const waitlistTexts = {
  title: 'Thank You!',
  line: "for joining the waitlist. We'll be in touch.",
} as const;
