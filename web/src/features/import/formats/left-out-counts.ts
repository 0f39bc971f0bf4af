/** Reasons why a part of an export is left out. `web/src/features/import/copy.ts` has words for each. */
export const REASONS = [
  // Reasons for whole chats. `unknownChat` counts entries of the file that are not chats.
  'unknownChat',
  'unreadableChat',
  'largeChat',
  'emptyChat',
  'repeatedChat',
  // Reasons for messages and parts of messages. An exception is `brokenPath`: it counts chats that were imported without
  // their beginning, because the file lacks it.
  'otherBranch',
  'brokenPath',
  'hidden',
  'system',
  'tool',
  'thoughts',
  'emptyMessage',
  'unknownPart',
  'afterLimit',
  // Reasons for files of messages, and for messages that are imported but cut.
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
