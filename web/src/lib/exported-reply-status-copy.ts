import type { MessageStatus } from '#contract/entities';

/** Texts for replies that are not complete, in the Markdown and the PDF of a chat. */
export const replyStatusCopy = {
  streaming: 'This reply was still being written.',
  stopped: 'This reply was stopped.',
  filtered: 'This reply was filtered by the model’s provider.',
  truncated: 'This reply was cut off.',
  failed: 'This reply failed.',
} as const satisfies Record<Exclude<MessageStatus, 'complete'>, string>;
