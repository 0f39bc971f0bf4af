import { dayOf, safeName } from '../../../lib/safe-name.ts';

/** The chat's title as a file name with the day of the export, such as `Lisbon 2026-11-21.pdf`. */
export const fileName = (title: string, date: Date): string =>
  `${safeName(title) || 'Chat'} ${dayOf(date)}.pdf`;
