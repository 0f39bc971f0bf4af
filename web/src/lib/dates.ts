const dateAndTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** Date and time as the reader's locale writes them. `at`: ISO 8601. */
export const formatDateTime = (at: string): string => dateAndTime.format(new Date(at));
