/** Types of a call to a model and of its failures, the same for every provider. */
import type { ModelSpec } from '#contract/deployment-config';
import type { Effort, Role } from '#contract/entities';
import type { TokenCounts } from './token-counts.ts';

export interface ModelMessage {
  readonly role: Role;
  readonly text: string;
  /** Files of the chat's project, in front of the files and text. Only the first message has any. */
  readonly projectFiles?: readonly ModelFile[] | undefined;
  readonly files?: readonly ModelFile[] | undefined;
  /**
   * True for the last message of the chat's first turns (`first-turns-of-context.ts`). The chat's next prompts begin
   * with the same messages up to this one, so a provider can cache them.
   */
  readonly endsHead?: true;
}

export interface ModelFile {
  /** Neutral name, for example `Document 1`. A model might take the user's own name of the file for an instruction. */
  readonly name: string;
  readonly mediaType: string;
  readonly content:
    | { readonly kind: 'image' | 'document'; readonly bytes: Uint8Array }
    | { readonly kind: 'text'; readonly text: string };
  readonly tokens: number;
}

export interface ModelRequest {
  readonly model: ModelSpec;
  readonly system: string;
  /** The first is the user's, and the roles alternate. */
  readonly messages: readonly ModelMessage[];
  readonly maxOutputTokens: number;
  /** @default `reasoningEffort` of `model.provider` */
  readonly effort?: Effort | undefined;
  readonly signal: AbortSignal;
}

/**
 * Event of a streaming reply. `thinking` is text that a model writes before its reply; it is empty when the provider
 * keeps the thoughts to itself. Thoughts are not stored, and are billed as output. `end` comes once; only `usage` may
 * follow it.
 */
export type ModelEvent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly text: string }
  | { readonly type: 'end'; readonly status: 'complete' | 'truncated' | 'filtered' }
  | (TokenCounts & {
      readonly type: 'usage';
      readonly isEstimate?: boolean;
    });

/** Streams one reply. Throws `ModelError`. After an abort through `signal` it may throw any error. */
export type StreamReply = (request: ModelRequest) => AsyncIterable<ModelEvent>;

/**
 * Kind of failure. `throttled`, `unavailable`: the failure may pass by itself. `rejected`: only this request fails.
 * `refused`: all requests to the model fail until an operator mends the cause (`recognise-lasting-refusals.ts`).
 * `broken`: the stream broke off or was not valid. `empty`: the stream ended without a text. `exhausted`: the thoughts
 * used up the tokens of the reply before any text.
 */
export type ModelFailure =
  | 'throttled'
  | 'unavailable'
  | 'rejected'
  | 'refused'
  | 'broken'
  | 'empty'
  | 'exhausted';

export class ModelError extends Error {
  readonly failure: ModelFailure;

  constructor(failure: ModelFailure, cause: unknown) {
    super(`The model call failed: ${failure}`, { cause });
    this.name = 'ModelError';
    this.failure = failure;
  }
}
