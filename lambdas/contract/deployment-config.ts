/** Schemas of the operator's settings for a deployment, which `lib/config.ts` reads and checks. */
import * as z from 'zod/mini';
import { effort } from './entities.ts';
import { FILE_MAX_BYTES, FILES_PER_MESSAGE_MAX, SAVED_PROMPT } from './limits.ts';

/** Kind of work that a message asks for. `long` is work on a long text, `quick` a question for a fact or small talk. */
const need = z.enum(['code', 'reasoning', 'long', 'language', 'creative', 'quick', 'general']);
export type Need = z.infer<typeof need>;

/** Every model takes text. */
const inputKind = z.enum(['text', 'image', 'document']);
export type InputKind = z.infer<typeof inputKind>;

const price = z.number().check(z.gte(0));

/** Model of the product's catalogue. */
export const modelSpec = z.strictObject({
  /** Stable id in requests, responses and storage, for example `claude`. */
  id: z.string().check(z.regex(/^[a-z][a-z0-9-]{1,31}$/)),
  displayName: z.string(),
  /** Name that its maker gives to the model, for example `Gemma 4 31B`. @default unknown */
  trueName: z.optional(z.string().check(z.minLength(1), z.maxLength(60))),
  maker: z.optional(z.string().check(z.minLength(1), z.maxLength(60))),
  provider: z.discriminatedUnion('kind', [
    /** `modelId` is the id of a foundation model or an inference profile of Bedrock. */
    z.strictObject({
      kind: z.literal('bedrock'),
      modelId: z.string().check(z.minLength(1)),
      /**
       * Effort for requests that name no effort. If `thinking` is `none`, this effort applies to all requests. OpenAI's
       * models may think even then, so the setting is allowed for them. For a Claude model with `none`, the check of
       * the configuration refuses the setting, because an effort makes Claude think.
       * @default the model's own
       */
      reasoningEffort: z.optional(z.enum(['low', 'medium', 'high'])),
    }),
    /**
     * Model on Bedrock's endpoint `bedrock-mantle`, called through OpenAI's Responses API with the function's role.
     * `modelId` is the model's own id, because the endpoint knows no inference profiles.
     */
    z.strictObject({
      kind: z.literal('mantle'),
      modelId: z.string().check(z.minLength(1)),
      /** May differ from the deployment's region. */
      region: z.string().check(z.regex(/^[a-z]{2}-[a-z]+-\d$/)),
      /** Path below which the endpoint serves the model. @default /openai/v1 */
      path: z.optional(z.enum(['/openai/v1', '/v1'])),
      /** Same meaning as in a provider of kind `bedrock`. @default the model's own */
      reasoningEffort: z.optional(z.enum(['low', 'medium', 'high'])),
    }),
    /** Model on any OpenAI-compatible endpoint. */
    z.strictObject({
      kind: z.literal('openai'),
      baseUrl: z.url(),
      model: z.string().check(z.minLength(1)),
      /** Full ARN of the secret whose text is the API key. @default no key is sent */
      secretArn: z.optional(z.string().check(z.regex(/^arn:aws[\w-]*:secretsmanager:/))),
      /**
       * Request field for the token limit of a reply. OpenAI's newer models accept only `max_completion_tokens`.
       * @default max_tokens
       */
      maxTokensField: z.optional(z.enum(['max_tokens', 'max_completion_tokens'])),
    }),
  ]),
  /** Largest number of tokens that the model takes as input. */
  contextTokens: z.int().check(z.gte(1_000)),
  maxOutputTokens: z.int().check(z.gte(16)),
  /**
   * US dollars per million tokens. `cachedRead` and `cachedWrite` are for input that the provider reads from its prompt
   * cache or writes to it. @default `input` for both
   */
  price: z.strictObject({
    input: price,
    cachedRead: z.optional(price),
    cachedWrite: z.optional(price),
    output: price,
  }),
  /**
   * Prompt cache of the model, for routing and cost estimates. Requests to a `bedrock` model also mark what to cache.
   * The endpoints of other kinds cache by themselves.
   * @default the model has no prompt cache
   */
  promptCache: z.optional(
    z.strictObject({
      /** Fewest tokens that the provider caches. */
      minTokens: z.int().check(z.gte(1)),
      /** Time without use after which the cache is lost. Bedrock charges more for writing with `1h`. @default 5m */
      ttl: z.optional(z.enum(['5m', '1h'])),
    }),
  ),
  /** @default text alone */
  input: z.optional(z.array(inputKind).check(z.minLength(1))),
  /**
   * Thoughts before the reply. `none`: users cannot ask for them. `optional`: each request switches them on or off.
   * `always`: no request can switch them off. @default none
   */
  thinking: z.optional(z.enum(['none', 'optional', 'always'])),
  /** Suitability of the model for each need, from 0 to 1, for routing. @default 0.5 each */
  strengths: z.optional(z.partialRecord(need, z.number().check(z.gte(0), z.lte(1)))),
});
export type ModelSpec = z.infer<typeof modelSpec>;

const audience = z.enum(['guest', 'free', 'paid']);
export type Audience = z.infer<typeof audience>;

/** Limits of the files that one audience may send. Each number is a maximum. */
export const fileAllowance = z.strictObject({
  perMessage: z.int().check(z.minimum(1), z.maximum(FILES_PER_MESSAGE_MAX)),
  /** Bytes of one file. */
  maxBytes: z.int().check(z.minimum(1), z.maximum(FILE_MAX_BYTES)),
  /** Estimated tokens of all files that a model gets: files of the message, of earlier turns and of the project. */
  tokensPerMessage: z.int().check(z.minimum(1_000)),
  storageBytes: z.int().check(z.minimum(1)),
});
export type FileAllowance = z.infer<typeof fileAllowance>;

/**
 * Allowance of one audience. `models` are in order of preference. Days are UTC days. The first of `efforts` applies
 * when the user has chosen none.
 */
export const allowance = z.object({
  models: z.array(z.string()).check(z.minLength(1)),
  messagesPerDay: z.int().check(z.gte(1)),
  maxOutputTokens: z.int().check(z.gte(16)),
  /** @default quick alone */
  efforts: z.optional(z.array(effort).check(z.minLength(1))),
  /** Absent or null when the audience may send no files. Guests can send none, because files belong to an account. */
  files: z.optional(z.nullable(fileAllowance)),
  /** A message counts once for each 4 KB begun: one of 9 KB counts three times. @default 0 */
  importedMessagesPerDay: z.optional(z.int().check(z.gte(0))),
});
export type Allowance = z.infer<typeof allowance>;

/** Days for which a plan keeps an unused chat. Null keeps chats as long as the account exists. */
const historyDays = z.nullable(z.int().check(z.gte(1)));
export const retention = z.object({
  free: historyDays,
  monthly: historyDays,
  yearly: historyDays,
  /** Days between the notice in the app and the removal of a chat. */
  noticeDays: z.int().check(z.gte(1)),
});
export type Retention = z.infer<typeof retention>;

const atLeastOne = z.int().check(z.minimum(1));

/** Limits that keep one user, one network address, or all guests, from using up what all users share. */
export const limits = z.object({
  /** Share of the day's spend cap that guests may use in all, from 0 to 1. */
  guestSpendShare: z.number().check(z.minimum(0), z.maximum(1)),
  /** Connections that a user, or a guest's chat, may have open at a time. */
  connectionsPerOwner: atLeastOne,
  /** Connections that a user, or all guests of a network address, may open in ten minutes. */
  openingsPerParty: atLeastOne,
  /** Connections that all guests together may open in ten minutes. */
  openingsOfGuests: atLeastOne,
  /** Per connection. */
  framesPerMinute: atLeastOne,
  /** New chats of all guests of a network address on a UTC day. */
  guestChatsPerAddress: atLeastOne,
  /** New chats of a user on a UTC day. */
  chatsPerUser: atLeastOne,
  /** Once a message has waited longer than this for a worker, new messages are refused for ten seconds. */
  replyWaitSeconds: atLeastOne,
});
export type Limits = z.infer<typeof limits>;

export const assistantConfig = z.object({
  /** `{product}` is replaced by the product's name. */
  systemPrompt: z.string().check(z.trim(), z.minLength(1), z.maxLength(2_000)),
  /**
   * Maximum number of tokens of a new message and the earlier turns in its context, without files. A message that alone
   * has more is sent without earlier turns. The bound 100,000 keeps the worker's event below Lambda's limit of 1 MB.
   */
  historyTokens: z.int().check(z.gte(256), z.lte(100_000)),
});
export type AssistantConfig = z.infer<typeof assistantConfig>;

/** Operator's prompt for all signed-in users. `text` may have `{placeholders}`, which the user fills in. */
export const sharedPrompt = z.strictObject({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(SAVED_PROMPT.nameMaxLength)),
  text: z.string().check(z.trim(), z.minLength(1), z.maxLength(1_000)),
});
export type SharedPrompt = z.infer<typeof sharedPrompt>;
export const SHARED_PROMPTS_MAX = 20;

/**
 * Mail through SES. Without these settings, only Cognito sends mail (its codes), and operators pass invite links on.
 */
export const mailConfig = z.strictObject({
  /** Sender's address. SES refuses mail from this address until SES has verified the address or its domain. */
  from: z.email(),
  /** `existing`: SES has the sender's identity already, so the deployment creates none. */
  identity: z._default(z.enum(['new', 'existing']), 'new'),
  /** @default the product's name */
  fromName: z.optional(z.string().check(z.minLength(1), z.maxLength(60), z.regex(/^[^\r\n"<>]+$/))),
  replyTo: z.optional(z.email()),
  /** Address that receives users' messages to support. @default `replyTo`, else `from` */
  support: z.optional(z.email()),
  /** True when the server mails a confirmation to a person who joins the waitlist. */
  confirmWaitlist: z._default(z.boolean(), false),
  /**
   * True when Cognito sends its codes through SES, which must have verified the sender before. Otherwise Cognito sends
   * at most 50 codes a day.
   */
  signInCodes: z._default(z.boolean(), false),
});
export type MailConfig = z.infer<typeof mailConfig>;
