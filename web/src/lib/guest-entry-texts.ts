/** The way into the guest chat; see texts.ts. */
export const guestEntryTexts = {
  label: 'Try it as a guest',
  placeholder: 'Ask something',
  inputLabel: 'Your question',
} as const;
