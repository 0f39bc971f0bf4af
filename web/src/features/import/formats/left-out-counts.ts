/** Reasons why a part of an export is left out. */
export const REASONS = [
  // Whole chats. `unknownChat` counts entries of the file that are not chats.
  'unknownChat',
  'unreadableChat',
  'largeChat',
  'emptyChat',
  'repeatedChat',
  // Messages and their parts. `brokenPath` counts chats whose beginning is missing in the file. The rest of such a chat
  // is imported.
  'otherBranch',
  'brokenPath',
  'hidden',
  'system',
  'tool',
  'thoughts',
  'emptyMessage',
  'unknownPart',
  'afterLimit',
  // Files, and messages that are cut.
  'file',
  'shortened',
] as const;
export type Reason = (typeof REASONS)[number];

/** Counts what is left out, by reason. */
export class LeftOut {
  readonly counts: Partial<Record<Reason, number>> = {};

  add(reason: Reason, count = 1): void {
    if (count > 0) this.counts[reason] = (this.counts[reason] ?? 0) + count;
  }

  addAll(other: LeftOut): void {
    for (const reason of REASONS) this.add(reason, other.counts[reason] ?? 0);
  }
}
