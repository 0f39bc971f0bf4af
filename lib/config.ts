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
import { inferenceProfile, profileProblem } from './check-region-of-inference-profile.ts';
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

/** Some of the numbers of days that CloudWatch accepts. */
const RETENTION_DAYS = [1, 3, 5, 7, 14, 30, 60, 90, 180, 365] as const;

const domain = z
  .strictObject({
    name: z.hostname().refine((name) => name.includes('.'), 'is not a full host name'),
    certificateArn: z
      .string()
      .regex(
        /^arn:aws[\w-]*:acm:us-east-1:\d{12}:certificate\/[\w-]+$/,
        'is not the ARN of a certificate in us-east-1',
      )
      .optional(),
    /** Zone for the site's DNS records. Without `certificateArn`, a new certificate is validated in this zone. */
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
   * WebSocket handshakes in five minutes. `limits.openingsPerParty` is lower, but is checked after the authorizer has
   * run, and each run costs money. WAF blocks a handshake before the authorizer runs.
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
  /** Prompts that every user can insert. They are part of a function's environment, which may have 4 KB. */
  prompts: z.array(sharedPrompt).max(SHARED_PROMPTS_MAX).default([]),
  /** Widest choice of readers for a shared chat: `members`, `anyone` with the link, or `off` for no sharing. */
  sharing: z.enum(sharing.options).default('members'),
  /**
   * `test`: users subscribe with a test form and pay nothing. `stripe`: real payments. `off`: Premium is not sold.
   * @default test in dev, stripe in prod
   */
  payments: z.enum(['test', 'stripe', 'off']).optional(),
  /** @default the product sends no mail, and Cognito sends its codes itself */
  mail: z.optional(mailConfig),
  /**
   * Largest numbers of requests of an IP address in five minutes, for AWS WAF. `false`: no WAF. A WAF costs money even
   * when idle. @default a WAF in prod in us-east-1, otherwise none
   */
  firewall: z.union([z.literal(false), firewall]).optional(),
  /**
   * Reserved concurrency of Lambda. `replies`: largest number of replies that are written at once.
   * @default none reserved, because an account with a limit of 10 cannot reserve any
   */
  concurrency: z.strictObject({ replies: z.int().min(1).optional() }).default({}),
  adminsNeedSecondFactor: z.union([z.boolean(), z.stringbool()]).default(true),
  /** @default none: subscribe to the alarm topic by hand */
  alarmEmail: z.email().optional(),
  logRetentionDays: z.coerce
    .number()
    .refine(
      (days) => RETENTION_DAYS.some((known) => known === days),
      `is one of ${RETENTION_DAYS.join(', ')}`,
    )
    .default(30),
  dailyCostAlarmUsd: z.coerce.number().positive().default(10),
  /** No reply starts once the replies of a UTC day have cost this much. */
  dailySpendCapUsd: z.coerce.number().positive().default(25),
  limits: withDefaults(DEFAULT_LIMITS, limits),
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
    firewall: config.firewall === undefined ? defaultFirewall(config) : config.firewall || undefined,
    payments: config.payments ?? (config.stage === 'prod' ? ('stripe' as const) : ('test' as const)),
    slug: config.productName
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replace(/-$/, ''),
    /** Two stages in one account must not share a namespace. */
    metricNamespace: `${config.productName}/${config.stage}`,
    protectData: config.stage === 'prod',
  }));

interface ModelProblem {
  readonly path: readonly string[];
  readonly message: string;
}

/**
 * Ids of Bedrock models that accept cache points. Every ARN matches, because the ARN of an application inference
 * profile does not name the model.
 * https://docs.aws.amazon.com/bedrock/latest/userguide/prompt-caching.html
 */
const TAKES_CACHE_POINTS = /^arn:|^(\w[\w-]*\.)?(anthropic|amazon\.nova)/;

function providerProblem(provider: ModelSpec['provider'], region: string): string | undefined {
  if (provider.kind === 'openai') return undefined;
  const { kind, modelId } = provider;
  if (kind === 'bedrock') return profileProblem(modelId, region);
  const profile = inferenceProfile(modelId);
  return profile && `${modelId} is an inference profile, and bedrock-mantle has none: write ${profile.model}`;
}

const hasEffortWithoutThinking = ({ provider, thinking = 'none' }: ModelSpec): boolean =>
  provider.kind === 'bedrock' &&
  provider.reasoningEffort !== undefined &&
  thinking === 'none' &&
  provider.modelId.includes('anthropic.');

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

/** Checks and completes a configuration. @throws SetupError with one line that names wrong values */
export function parseConfig(input: unknown): Config {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const problems = result.error.issues.map(
    ({ path, message }) => `${path.join('.') || 'config'}: ${message}`,
  );
  throw new SetupError(`Configuration: ${problems.join('; ')}`);
}

/**
 * Reads the configuration: from `-c <name>=<value>` (objects and lists as JSON), else from `config` in the context of
 * cdk.json, else from the defaults. @throws SetupError if a name is unknown or a value is wrong
 */
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

/** False for `config` and for CDK's own keys, such as `@aws-cdk/core:checkSecretUsage`. */
const isProductKey = (name: string): boolean =>
  name !== 'config' && !CDK_CLI_KEYS.includes(name) && /^[\w-]+$/.test(name);

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

function parsed(name: string, value: unknown): unknown {
  if (typeof value !== 'string' || !STRUCTURED.includes(name)) return value;
  try {
    return JSON.parse(value);
  } catch {
    throw new SetupError(`Configuration: ${name}: is not JSON`);
  }
}
