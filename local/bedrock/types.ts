/** Bedrock's Converse API, as far as the emulator speaks it. */

export interface ConverseRequest {
  readonly messages: readonly Message[];
  readonly system?: readonly { readonly text?: string }[];
  readonly inferenceConfig?: { readonly maxTokens?: number; readonly temperature?: number };
}

export interface Message {
  readonly role: 'user' | 'assistant';
  readonly content: readonly { readonly text?: string }[];
}

/** https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html */
export type StopReason =
  | 'end_turn'
  | 'max_tokens'
  | 'stop_sequence'
  | 'content_filtered'
  | 'guardrail_intervened'
  | 'model_context_window_exceeded';

/** Piece of a reply, or why it stops before its source is done. */
export type ReplyChunk = string | { readonly stop: StopReason };

/** Source of replies. Throws a `ServiceFault` to fail as Bedrock does, also in the middle. */
export type ReplySource = (
  request: ConverseRequest,
  call: { readonly modelId: string; readonly signal: AbortSignal },
) => AsyncIterable<ReplyChunk>;

export const textOf = ({ content }: Message): string => content.map(({ text = '' }) => text).join('');
