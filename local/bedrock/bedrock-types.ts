export interface ConverseRequest {
  readonly messages: readonly Message[];
  readonly system?: readonly Block[];
  readonly inferenceConfig?: { readonly maxTokens?: number; readonly temperature?: number };
  /** Parameters of one model alone, for example `reasoning_effort`. */
  readonly additionalModelRequestFields?: Readonly<Record<string, unknown>>;
}

/** Point in a prompt: the model caches the content before it. */
export interface CachePoint {
  readonly type?: string;
  /** Lifetime of the cache: 5m or 1h. @default 5m */
  readonly ttl?: string;
}

export interface Block {
  readonly text?: string;
  readonly cachePoint?: CachePoint;
  readonly image?: Media;
  readonly document?: Media & {
    readonly name?: string;
    readonly citations?: { readonly enabled?: boolean };
  };
}

interface Media {
  readonly format?: string;
  /** `bytes` are base64. */
  readonly source?: { readonly bytes?: string };
}

export const bytesOf = ({ source }: Media): Buffer => Buffer.from(source?.bytes ?? '', 'base64');

export interface Message {
  readonly role: 'user' | 'assistant';
  readonly content: readonly Block[];
}

/** https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html */
export type StopReason =
  | 'end_turn'
  | 'max_tokens'
  | 'stop_sequence'
  | 'content_filtered'
  | 'guardrail_intervened'
  | 'model_context_window_exceeded';

/** Chunk of a reply (a string), of a refusal or of a model's thoughts; or the reason for which the reply ends. */
export type ReplyChunk =
  | string
  | { readonly refusal: string }
  | { readonly thinking: string }
  | { readonly stop: StopReason };

/** Details of a call through `bedrock-mantle`, Bedrock's endpoint for OpenAI's APIs (`local/mantle`). */
export interface MantleCall {
  readonly region: string;
  /** For example `/openai/v1`. */
  readonly path: string;
  readonly reasoning?: object | undefined;
}

/** Source of replies. May throw a `ServiceFault` (`local/faults`) at any point, to fail like Bedrock. */
export type ReplySource = (
  request: ConverseRequest,
  call: {
    readonly modelId: string;
    readonly signal: AbortSignal;
    readonly mantle?: MantleCall | undefined;
  },
) => AsyncIterable<ReplyChunk>;

export const textOf = ({ content }: Message): string => content.map(({ text = '' }) => text).join('');
