import type { Source } from './formats/common-source-chat.ts';
import type { Reason } from './formats/left-out-counts.ts';
import type { ImportProblem } from './read/import-failure.ts';

const count = new Intl.NumberFormat();
const percent = new Intl.NumberFormat(undefined, { style: 'percent' });
const dollars = new Intl.NumberFormat(undefined, { style: 'currency', currency: 'USD' });
const several = (n: number, one: string, more: string): string =>
  `${count.format(n)} ${n === 1 ? one : more}`;
const chats = (n: number): string => several(n, 'chat', 'chats');
const messages = (n: number): string => several(n, 'message', 'messages');

const NOTICES: Record<Source, string> = {
  chatgpt: 'This chat was imported from ChatGPT.',
  claude: 'This chat was imported from Claude.',
  own: 'This chat was imported from your export.',
};

export const importCopy = {
  title: 'Import chats',
  back: 'Back to your account',
  about: (product: string): string =>
    `Bring your chats along from ChatGPT, Claude or another ${product} account. Ask there for an export of your data, then choose the file that you get: the ZIP file, or the conversations.json in it.`,
  private:
    'The file is read in your browser. Only the texts of your chats, and short texts attached to them, are sent; pictures and other files stay out.',
  choose: 'Choose file',
  label: 'Export file',
  unfinished: (name: string): string =>
    `The import of ${name} was not finished. Choose the same file again: chats that are here already are not imported twice.`,
  looking: (share: number): string => `Reading the file… ${percent.format(share)}`,
  checking: 'Checking which chats you already have…',
  found: (name: string): string => `In ${name}`,
  toImport: (c: number, m: number): string => `${chats(c)} with ${messages(m)} to import.`,
  nothing: (areThere: boolean): string =>
    areThere
      ? 'All chats of this file that can be imported are here already.'
      : 'This file has no chats that can be imported.',
  there: (n: number): string => `${chats(n)} ${n === 1 ? 'is' : 'are'} here already and will not be changed.`,
  cost: (units: number, price: number): string =>
    `Storing them takes about ${several(units, 'write unit', 'write units')} of the database, which cost the operator of this site ${price < 0.01 ? 'less than a cent' : `about ${dollars.format(price)}`}. For you it is free, and does not count as usage.`,
  limit: (left: number, perDay: number): string =>
    `Your plan imports up to ${messages(perDay)} a day; ${count.format(left)} left today. A long message counts once for each 4 KB.`,
  overLimit: 'This file has more. Import what fits, and continue with the same file tomorrow.',
  noLimit: 'Your plan has no imports.',
  start: 'Import',
  other: 'Choose another file',
  cancel: 'Cancel',
  imported: (done: number, of: number): string => `Imported ${count.format(done)} of ${chats(of)}`,
  /** Shown directly after `imported` while the import runs. */
  running: '…',
  pause: 'Pause',
  resume: 'Continue',
  paused: {
    user: 'Paused.',
    offline: 'There is no connection. The import continues when it is back.',
    limit:
      'You have imported as many messages today as your plan allows. Continue after midnight UTC, with the same file.',
    failed: 'The import was interrupted. What was imported stays; continue to try again.',
  },
  done: (c: number, m: number): string => `Imported ${chats(c)} with ${messages(m)}.`,
  restored: (n: number): string =>
    `${chats(n)} had been deleted in the last day, and ${n === 1 ? 'is' : 'are'} here again.`,
  leaving: (n: number): string =>
    `${chats(n)} had been deleted before and ${n === 1 ? 'is' : 'are'} still being removed. Import the file again in two days.`,
  toChats: 'Go to your chats',
  leftOut: 'Left out',
  reasons: {
    unknownChat: ['entry that is not a chat', 'entries that are not chats'],
    unreadableChat: ['chat that cannot be read', 'chats that cannot be read'],
    largeChat: ['chat larger than 64 MB', 'chats larger than 64 MB'],
    emptyChat: ['chat without messages', 'chats without messages'],
    repeatedChat: ['chat that is in the file twice', 'chats that are in the file twice'],
    otherBranch: ['message of a version that is not shown', 'messages of versions that are not shown'],
    brokenPath: [
      'chat whose beginning is missing in the file',
      'chats whose beginning is missing in the file',
    ],
    hidden: ['hidden message', 'hidden messages'],
    system: ['message of the system', 'messages of the system'],
    tool: ['call or result of a tool', 'calls and results of tools'],
    thoughts: ['thought of a model', 'thoughts of models'],
    emptyMessage: ['empty message', 'empty messages'],
    unknownPart: ['part of an unknown kind', 'parts of an unknown kind'],
    afterLimit: ['message after the first million of a chat', 'messages after the first million of a chat'],
    file: ['picture or other file', 'pictures and other files'],
    shortened: ['long message, which was shortened', 'long messages, which were shortened'],
  } satisfies Record<Reason, readonly [one: string, more: string]>,
  reason: (n: number, [one, more]: readonly [one: string, more: string]): string => several(n, one, more),
  problems: {
    notAnExport:
      'This file is not an export of chats. Choose the ZIP file that you got from ChatGPT or Claude, or the conversations.json in it.',
    cutShort: 'This file ends in the middle. Download the export again.',
    zipBroken: 'This ZIP file is damaged. Download the export again.',
    zipEncrypted:
      'This ZIP file is protected by a password. Unpack it, and choose the conversations.json in it.',
    zipTooLarge: 'This ZIP file has too many files. Unpack it, and choose the conversations.json in it.',
    zipBomb: 'This ZIP file unpacks to much more than an export of chats has, so it is not read.',
    tooManyChats: 'This file has more chats than can be imported at once.',
    unreadable: 'This file could not be read. Check that it is still there, and choose it again.',
  } satisfies Record<ImportProblem, string>,
  checkFailed: 'The check for chats that you already have failed. Check your connection and try again.',
  retry: 'Try again',
  words: { notice: (source: Source): string => NOTICES[source], unnamed: 'Imported chat' },
} as const;
