const dateAndTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** Date and time as the reader's locale writes them. `at`: ISO 8601. */
export const formatDateTime = (at: string): string => dateAndTime.format(new Date(at));

/** `2026-11-21`, in the reader's time zone. */
export const dayOf = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
