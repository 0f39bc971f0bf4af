import { dayOf } from '../../../lib/format-date.ts';
import { safeFileName } from '../../../lib/safe-file-name.ts';

/** Returns the file name of a chat's export, such as `Lisbon 2026-11-21.pdf`. */
export const exportFileName = (chatName: string, date: Date, extension: 'pdf' | 'md' | 'json'): string =>
  `${safeFileName(chatName) || 'Chat'} ${dayOf(date)}.${extension}`;
