/** Texts of the search popup. */
export const searchCopy = {
  label: 'Search',
  placeholder: 'Search chats and messages...',
  searching: 'Searching...',
  none: 'No matching chats or messages found',
  onlyNewest: 'Only the newest matches are shown.',
  results: 'Results',
  found: (count: number) => (count === 1 ? '1 result' : `${count} results`),
  close: 'Close search',
  you: 'You',
  inFile: 'In',
  page: (page: number) => `, page ${page}`,
  sheet: ', sheet',
  onlyBeginning: 'Only the beginning of this document is searched.',
  archived: 'Archived',
} as const;
