/** Typed configuration that travels from `lib/config.ts` to functions (environment) and client (config.json). */
import * as z from 'zod/mini';

/** Need that a message has of a model. `long`: a long text to work on; `quick`: a fact or small talk. */
export const need = z.enum(['code', 'reasoning', 'long', 'language', 'creative', 'quick', 'general']);
export type Need = z.infer<typeof need>;

/** One offered model. The order in the catalogue is the order of preference. */
export const modelSpec = z.object({
  /** Stable id on the wire and in storage, for example `claude`. */
  id: z.string().check(z.regex(/^[a-z][a-z0-9-]{1,31}$/)),
  displayName: z.string(),
  provider: z.discriminatedUnion('kind', [
    /** `modelId` is a foundation model or an inference profile of Bedrock. */
    z.object({ kind: z.literal('bedrock'), modelId: z.string().check(z.minLength(1)) }),
    /** Any OpenAI-compatible endpoint; the key is read from Secrets Manager at run time. */
    z.object({
      kind: z.literal('openai'),
      baseUrl: z.url(),
      model: z.string().check(z.minLength(1)),
      /** Full ARN of the secret whose text is the key. @default no key is sent */
      secretArn: z.optional(z.string().check(z.regex(/^arn:aws[\w-]*:secretsmanager:/))),
      /** How the endpoint calls the limit of a reply: OpenAI's newer models know only the second. */
      maxTokensField: z.optional(z.enum(['max_tokens', 'max_completion_tokens'])),
    }),
  ]),
  /** Tokens the model takes in and may put out for one reply. */
  contextTokens: z.int().check(z.gte(1_000)),
  maxOutputTokens: z.int().check(z.gte(16)),
  /** US dollars for a million tokens. */
  price: z.object({ input: z.number().check(z.gte(0)), output: z.number().check(z.gte(0)) }),
  /** How well it meets each need, from 0 to 1, for routing. @default 0.5 each */
  strengths: z.optional(z.partialRecord(need, z.number().check(z.gte(0), z.lte(1)))),
});
export type ModelSpec = z.infer<typeof modelSpec>;

export const audience = z.enum(['guest', 'free', 'paid']);
export type Audience = z.infer<typeof audience>;

/** Allowance of one kind of caller: model ids in order of preference, and messages a UTC day. */
export const allowance = z.object({
  models: z.array(z.string()).check(z.minLength(1)),
  messagesPerDay: z.int().check(z.gte(1)),
  maxOutputTokens: z.int().check(z.gte(16)),
});
export type Allowance = z.infer<typeof allowance>;

/** Days that an unused chat is kept, by plan; null is for as long as there is the account. */
const historyDays = z.nullable(z.int().check(z.gte(1)));
export const retention = z.object({
  free: historyDays,
  monthly: historyDays,
  yearly: historyDays,
  /** Days between the notice in the app and the removal. */
  noticeDays: z.int().check(z.gte(1)),
});
export type Retention = z.infer<typeof retention>;

export const assistantConfig = z.object({
  /** `{product}` is replaced by the product's name. */
  systemPrompt: z.string().check(z.minLength(1), z.maxLength(2_000)),
  /** Most tokens of a chat's past that are sent along with a message. */
  historyTokens: z.int().check(z.gte(256)),
});
export type AssistantConfig = z.infer<typeof assistantConfig>;

/** How the product sends mail, through SES. Without it, nothing is mailed and operators pass links on themselves. */
export const mailConfig = z.object({
  /** The sender's address; its domain, or the address itself, is verified in SES. */
  from: z.email(),
  /** @default the product's name */
  fromName: z.optional(z.string().check(z.minLength(1), z.maxLength(60), z.regex(/^[^\r\n"<>]+$/))),
  replyTo: z.optional(z.email()),
  /** Address that gets what users write to support. @default `replyTo`, else `from` */
  support: z.optional(z.email()),
  /** True when people who join the waitlist get a mail that says so. */
  confirmWaitlist: z._default(z.boolean(), false),
  /** True when Cognito's codes come from this sender too, which must be verified before; else Cognito sends 50 a day. */
  signInCodes: z._default(z.boolean(), false),
});
export type MailConfig = z.infer<typeof mailConfig>;

/** `/config.json`: everything the client must know about its deployment. Public by nature. */
export const siteConfig = z.object({
  productName: z.string(),
  region: z.string(),
  userPoolId: z.string(),
  userPoolClientId: z.string(),
  identityPoolId: z.string(),
  /** Hosted UI host (and port), without scheme. */
  hostedUiDomain: z.string(),
  /** Base addresses of the Cognito APIs, with scheme and trailing slash. */
  userPoolEndpoint: z.url(),
  identityPoolEndpoint: z.url(),
  payments: z.enum(['test', 'stripe', 'off']),
  /** True when users can write to the operator from within the product. */
  hasSupport: z.boolean(),
});
export type SiteConfig = z.infer<typeof siteConfig>;
