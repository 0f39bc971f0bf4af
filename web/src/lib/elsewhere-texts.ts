/** What the links beside the chats are called; see texts.ts. Loaded with them. */
export const elsewhereTexts = {
  usage: 'Usage',
  plan: 'Plan',
  support: 'Support',
} as const;
