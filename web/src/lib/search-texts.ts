/** The texts of the search popup; see texts.ts. */
export const searchTexts = {
  label: 'Search',
  placeholder: 'Search chats and messages...',
  searching: 'Searching...',
  none: 'No matching chats or messages found',
  onlyNewest: 'Only the newest matches are shown.',
  results: 'Results',
  you: 'You',
} as const;
