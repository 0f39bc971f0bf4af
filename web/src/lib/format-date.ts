const dateAndTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** Formats date and time in the browser's locale and time zone. `at` is ISO 8601. */
export const formatDateTime = (at: string): string => dateAndTime.format(new Date(at));

/** Formats the day of a date as `2026-11-21`, in the browser's time zone. */
export const dayOf = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
