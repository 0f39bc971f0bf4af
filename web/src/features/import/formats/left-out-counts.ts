/** Reasons why a part of an export is left out. `web/src/features/import/copy.ts` has words for each. */
export const REASONS = [
  /** Whole chats. `unknownChat` counts entries of the file that are not chats. */
  'unknownChat',
  'unreadableChat',
  'largeChat',
  'emptyChat',
  'repeatedChat',
  /** Messages and parts of messages. `brokenPath` counts chats whose beginning is missing in the file. */
  'otherBranch',
  'brokenPath',
  'hidden',
  'system',
  'tool',
  'thoughts',
  'emptyMessage',
  'unknownPart',
  'afterLimit',
  /** Files of messages, and messages that are kept but cut. */
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

  /** Adds the counts of another instance. */
  addAll(other: LeftOut): void {
    for (const reason of REASONS) this.add(reason, other.counts[reason] ?? 0);
  }
}
