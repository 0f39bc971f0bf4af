import * as z from 'zod/mini';
import { FEEDBACK_TEXT_MAX_LENGTH } from './limits.ts';

export const feedbackReason = z.enum(['incorrect', 'ignored', 'style', 'refused', 'harmful', 'other']);
export type FeedbackReason = z.infer<typeof feedbackReason>;

/** Feedback of a user with a dislike. All fields are optional, because a dislike alone is feedback, too. */
export const feedback = z.object({
  reason: z.optional(feedbackReason),
  text: z.optional(z.string().check(z.trim(), z.maxLength(FEEDBACK_TEXT_MAX_LENGTH))),
  /** True if operators may read the question and its reply. The server then stores a copy of both. */
  withConversation: z.optional(z.boolean()),
});
export type Feedback = z.infer<typeof feedback>;

/** Feedback in the export of an account. */
export const givenFeedback = z.extend(feedback, {
  chatId: z.string(),
  messageIndex: z.number(),
  at: z.string(),
  model: z.optional(z.string()),
});
export type GivenFeedback = z.infer<typeof givenFeedback>;
