export const announcementCopy = {
  label: 'Announcement',
  important: 'Important',
  link: 'Read more',
  dismiss: 'Close the announcement',
} as const;
