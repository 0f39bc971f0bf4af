/** Port to a model, independent of its provider. */
import type { ModelSpec } from '#contract/config';
import type { Role } from '#contract/entities';

export interface ModelMessage {
  readonly role: Role;
  readonly text: string;
}

export interface ModelRequest {
  readonly model: ModelSpec;
  readonly system: string;
  /** Starts with a user message; the roles alternate. */
  readonly messages: readonly ModelMessage[];
  readonly maxOutputTokens: number;
  readonly signal: AbortSignal;
}

/** `end` comes once, as the last event but for `usage`. */
export type ModelEvent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'end'; readonly status: 'complete' | 'truncated' | 'filtered' }
  | {
      readonly type: 'usage';
      readonly inputTokens: number;
      readonly outputTokens: number;
      /** The provider did not count: worked out from the texts' lengths. */
      readonly isEstimate?: boolean;
    };

/** Streams one reply. Throws `ModelError`; an abort through `signal` may throw anything. */
export type StreamReply = (request: ModelRequest) => AsyncIterable<ModelEvent>;

/** `throttled` and `unavailable` may pass; `rejected` will not; `broken` is a stream that ended badly. */
export type ModelFailure = 'throttled' | 'unavailable' | 'rejected' | 'broken';

export class ModelError extends Error {
  readonly failure: ModelFailure;

  constructor(failure: ModelFailure, cause: unknown) {
    super(`The model call failed: ${failure}`, { cause });
    this.name = 'ModelError';
    this.failure = failure;
  }
}

/** Tokens a text costs, roughly: three and a half bytes of UTF-8 each, which holds for English and for CJK. */
export const estimateTokens = (text: string): number => Math.ceil(Buffer.byteLength(text) / 3.5);
