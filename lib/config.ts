/**
 * Reads the deployment's configuration from the CDK context. A value comes from `-c <name>=<value>` (objects and lists
 * as JSON), else from `config` in the context of cdk.json, else from the defaults. Only this file takes settings of the
 * product from the context.
 */
import type { Node } from 'constructs';
import * as z from 'zod';
import {
  allowance,
  assistantConfig,
  limits,
  type ModelSpec,
  mailConfig,
  modelSpec,
  retention,
  SHARED_PROMPTS_MAX,
  sharedPrompt,
} from '#contract/deployment-config';
import { sharing } from '#contract/sharing';
import { inferenceProfile, profileProblem } from './check-inference-profile.ts';
import {
  DEFAULT_ALLOWANCES,
  DEFAULT_ASSISTANT,
  DEFAULT_LIMITS,
  DEFAULT_MODELS,
  DEFAULT_RETENTION,
} from './config-defaults.ts';
import { withDefaults } from './schema-with-defaults.ts';
import { SetupError } from './setup-error.ts';

const DEFAULT_PRODUCT_NAME = 'Parley';

/** Values that `logRetentionDays` may have: some of the numbers of days that CloudWatch accepts. */
const RETENTION_DAYS = [1, 3, 5, 7, 14, 30, 60, 90, 180, 365] as const;

const domain = z
  .strictObject({
    /** The site's host, for example `chat.example.com`. */
    name: z.hostname().refine((name) => name.includes('.'), 'is not a full host name'),
    /** ARN of a certificate for `name` in us-east-1, the region that CloudFront requires. */
    certificateArn: z
      .string()
      .regex(
        /^arn:aws[\w-]*:acm:us-east-1:\d{12}:certificate\/[\w-]+$/,
        'is not the ARN of a certificate in us-east-1',
      )
      .optional(),
    /**
     * Route 53 zone for the site's DNS records. Without `certificateArn`, a new certificate is validated in this zone.
     */
    hostedZone: z.strictObject({ id: z.string().regex(/^Z[A-Z0-9]+$/), name: z.hostname() }).optional(),
    /**
     * True when browsers must use https for the subdomains of `name` too. @default true if `name` is below the hosted
     * zone's name, otherwise false
     */
    hstsSubdomains: z.boolean().optional(),
  })
  .refine(
    ({ certificateArn, hostedZone }) => certificateArn !== undefined || hostedZone !== undefined,
    'needs certificateArn, or hostedZone to make a certificate in',
  );

const firewall = z.strictObject({
  requestsPerAddress: z.int().min(100).default(3_000),
  signUpsPerAddress: z.int().min(10).default(60),
  /**
   * Handshakes of sockets in five minutes. The function for `$connect` has a lower limit (`openingsPerParty`), but it
   * runs after the authorizer, whose invocation costs money.
   */
  socketsPerAddress: z.int().min(10).default(600),
});

const fields = z.strictObject({
  productName: z
    .string()
    .trim()
    .regex(/^[A-Za-z][A-Za-z0-9 -]{0,29}$/, 'is up to 30 letters, digits, spaces and hyphens, a letter first')
    .default(DEFAULT_PRODUCT_NAME),
  stage: z.enum(['dev', 'prod']).default('dev'),
  region: z
    .string()
    .regex(/^(?:af|ap|ca|eu|il|me|mx|sa|us)-[a-z]+-\d$/, 'is not an AWS region')
    .default('us-east-1'),
  domain: domain.optional(),
  models: z.array(modelSpec).min(1).default(DEFAULT_MODELS),
  allowances: withDefaults(
    DEFAULT_ALLOWANCES,
    z.strictObject({ guest: allowance, free: allowance, paid: allowance }),
  ),
  assistant: withDefaults(DEFAULT_ASSISTANT, assistantConfig),
  /**
   * Prompts that every user can insert, beside their own. They are few and short, because they are a part of a
   * function's environment, which may have 4 KB.
   */
  prompts: z.array(sharedPrompt).max(SHARED_PROMPTS_MAX).default([]),
  /** Widest choice of readers for a shared chat: `members`, `anyone` with the link, or `off` for no sharing. */
  sharing: z.enum(sharing.options).default('members'),
  /**
   * `test`: users subscribe with a test form and pay nothing. `stripe`: real payments. `off`: Premium is not sold.
   * @default test in dev, stripe in prod
   */
  payments: z.enum(['test', 'stripe', 'off']).optional(),
  /** Settings of mail through SES. @default the product sends no mail, and Cognito sends its codes itself */
  mail: z.optional(mailConfig),
  /**
   * AWS WAF: largest numbers of requests of an IP address in five minutes. `false`: no WAF. A WAF for CloudFront must
   * be in us-east-1, and costs money even when idle. @default a WAF in prod in us-east-1, otherwise none
   */
  firewall: z.union([z.literal(false), firewall]).optional(),
  /**
   * Reserved concurrency of Lambda. `replies`: largest number of replies that are written at once. Lambda keeps this
   * number of the account's concurrent invocations free for the reply worker. The worker can use no more, so that
   * functions such as those of sign-in, sockets and webhooks have the rest. @default none reserved, because an account
   * with a limit of 10 cannot reserve any
   */
  concurrency: z.strictObject({ replies: z.int().min(1).optional() }).default({}),
  /** False to let administrators use the admin console without a second factor at their sign-in. */
  adminsNeedSecondFactor: z.union([z.boolean(), z.stringbool()]).default(true),
  /** Address that receives alarms. @default none: subscribe to the alarm topic by hand */
  alarmEmail: z.email().optional(),
  logRetentionDays: z.coerce
    .number()
    .refine(
      (days) => RETENTION_DAYS.some((known) => known === days),
      `is one of ${RETENTION_DAYS.join(', ')}`,
    )
    .default(30),
  /** US dollars. An alarm fires when the replies of a day have cost this much. */
  dailyCostAlarmUsd: z.coerce.number().positive().default(10),
  /** US dollars. No reply starts once the replies of a UTC day have cost this much. */
  dailySpendCapUsd: z.coerce.number().positive().default(25),
  /** Limits that keep one user, one network address, or all guests, from using up what all users share. */
  limits: withDefaults(DEFAULT_LIMITS, limits),
  /** Days for which an unused chat is kept, by plan, and days from the notice to the removal of the chat. */
  retention: withDefaults(DEFAULT_RETENTION, retention),
});

const schema = fields
  .superRefine((config, context) => {
    const problem = (path: (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path, message });
    const ids = config.models.map(({ id }) => id);
    for (const [index, id] of ids.entries())
      if (ids.indexOf(id) !== index) problem(['models', index], `repeats the id ${id}`);
    for (const [index, model] of config.models.entries())
      for (const { path, message } of problemsOf(model, config.region))
        problem(['models', index, ...path], message);
    for (const [audience, { models }] of Object.entries(config.allowances))
      for (const model of models)
        if (!ids.includes(model))
          problem(['allowances', audience, 'models'], `names ${model}, which is not among the models`);
    for (const [audience, { files }] of Object.entries(config.allowances))
      if (files && files.storageBytes < files.maxBytes)
        problem(['allowances', audience, 'files', 'storageBytes'], 'is less than maxBytes');
    if (config.dailySpendCapUsd < config.dailyCostAlarmUsd)
      problem(['dailySpendCapUsd'], 'is below dailyCostAlarmUsd: the alarm could never go off');
    if (config.stage === 'prod' && config.payments === 'test')
      problem(['payments'], 'cannot be test in the prod stage');
    if (config.domain && !config.domain.certificateArn && config.region !== 'us-east-1')
      problem(['domain', 'certificateArn'], 'is needed outside us-east-1, where CloudFront wants it');
    if (config.firewall && config.region !== 'us-east-1')
      problem(['firewall'], 'can be made in us-east-1 alone, where CloudFront wants it');
    if (/aws|amazon|cognito/i.test(config.productName))
      problem(['productName'], 'may not contain aws, amazon or cognito: Cognito refuses the sign-in domain');
  })
  .transform((config) => ({
    ...config,
    /** Limits of the firewall; undefined for no firewall. */
    firewall: config.firewall === undefined ? defaultFirewall(config) : config.firewall || undefined,
    payments: config.payments ?? (config.stage === 'prod' ? ('stripe' as const) : ('test' as const)),
    /** Product name in the form used in resource names. */
    slug: config.productName
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replace(/-$/, ''),
    /** CloudWatch namespace of the product's own metrics. Two stages in one account must not share it. */
    metricNamespace: `${config.productName}/${config.stage}`,
    /** True in prod: data is protected from deletion. */
    protectData: config.stage === 'prod',
  }));

interface ModelProblem {
  readonly path: readonly string[];
  readonly message: string;
}

/**
 * Matches the ids of Bedrock models that take cache points. Bedrock caches the part of a prompt before a cache point.
 * Every ARN matches, because the ARN of an application's inference profile does not name its model.
 * https://docs.aws.amazon.com/bedrock/latest/userguide/prompt-caching.html
 */
const TAKES_CACHE_POINTS = /^arn:|^(\w[\w-]*\.)?(anthropic|amazon\.nova)/;

/** Returns an error message if the provider's endpoint does not accept the model's id, otherwise undefined. */
function providerProblem(provider: ModelSpec['provider'], region: string): string | undefined {
  if (provider.kind === 'openai') return undefined;
  const { kind, modelId } = provider;
  if (kind === 'bedrock') return profileProblem(modelId, region);
  const profile = inferenceProfile(modelId);
  return profile && `${modelId} is an inference profile, and bedrock-mantle has none: write ${profile.model}`;
}

/** True for Claude with `reasoningEffort` and without `thinking`. The effort would make Claude think. */
const hasEffortWithoutThinking = ({ provider, thinking = 'none' }: ModelSpec): boolean =>
  provider.kind === 'bedrock' &&
  provider.reasoningEffort !== undefined &&
  thinking === 'none' &&
  provider.modelId.includes('anthropic.');

/** Lists contradictions among a model's settings, and between them and the deployment's region. */
function problemsOf(model: ModelSpec, region: string): ModelProblem[] {
  const { provider, input = ['text'], promptCache, contextTokens, maxOutputTokens } = model;
  const wrong = providerProblem(provider, region);
  return [
    ...(wrong === undefined ? [] : [{ path: ['provider', 'modelId'], message: wrong }]),
    ...(input.includes('text') ? [] : [{ path: ['input'], message: 'lacks text, which every message has' }]),
    ...(promptCache && provider.kind === 'bedrock' && !TAKES_CACHE_POINTS.test(provider.modelId)
      ? [{ path: ['promptCache'], message: `is nothing for ${provider.modelId}, which refuses cache points` }]
      : []),
    ...(hasEffortWithoutThinking(model)
      ? [
          {
            path: ['provider', 'reasoningEffort'],
            message: 'makes Claude think: set thinking to optional or always, or leave the effort out',
          },
        ]
      : []),
    ...(maxOutputTokens <= contextTokens
      ? []
      : [{ path: ['maxOutputTokens'], message: 'is more than contextTokens' }]),
  ];
}

const defaultFirewall = ({ stage, region }: { stage: string; region: string }) =>
  stage === 'prod' && region === 'us-east-1' ? firewall.parse({}) : undefined;

export type Config = Readonly<z.output<typeof schema>>;

/** Checks and completes a configuration. @throws SetupError with one line that names every wrong value */
export function parseConfig(input: unknown): Config {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const problems = result.error.issues.map(
    ({ path, message }) => `${path.join('.') || 'config'}: ${message}`,
  );
  throw new SetupError(`Configuration: ${problems.join('; ')}`);
}

/** Reads the configuration from the app's context. @throws SetupError if a name is unknown or a value is wrong */
export function readConfig(node: Node): Config {
  const fromFile: unknown = node.tryGetContext('config') ?? {};
  if (typeof fromFile !== 'object' || fromFile === null)
    throw new SetupError('Configuration: config is not an object');
  refuseUnknown([...Object.keys(node.getAllContext()).filter(isProductKey), ...Object.keys(fromFile)]);
  const fromFlags = fields.keyof().options.flatMap((name) => {
    const value: unknown = node.tryGetContext(name);
    return value === undefined ? [] : [[name, parsed(name, value)]];
  });
  return parseConfig({ ...fromFile, ...Object.fromEntries(fromFlags) });
}

/**
 * True for a context key that should be a setting of the product: not `config`, and no key of CDK. The keys of CDK have
 * a prefix, as in `@aws-cdk/core:checkSecretUsage`, or are in `CDK_CLI_KEYS`.
 */
const isProductKey = (name: string): boolean =>
  name !== 'config' && !CDK_CLI_KEYS.includes(name) && /^[\w-]+$/.test(name);

/** Context keys of the CDK CLI that have no prefix. */
const CDK_CLI_KEYS = ['acknowledged-issue-numbers', 'cli-telemetry'];

/** Refuses unknown names, because a mistyped name would silently keep its default. @throws SetupError */
function refuseUnknown(names: readonly string[]): void {
  const known: readonly string[] = fields.keyof().options;
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  throw new SetupError(`Configuration: ${unknown.join(', ')}: is not known; there are ${known.join(', ')}`);
}

const STRUCTURED = [
  'domain',
  'models',
  'allowances',
  'assistant',
  'prompts',
  'mail',
  'firewall',
  'limits',
  'concurrency',
  'retention',
];

/** Parses the value of a flag. Structured flags hold JSON. */
function parsed(name: string, value: unknown): unknown {
  if (typeof value !== 'string' || !STRUCTURED.includes(name)) return value;
  try {
    return JSON.parse(value);
  } catch {
    throw new SetupError(`Configuration: ${name}: is not JSON`);
  }
}
