import type { AppResource, Rule, RuleContext, TemplateResource } from './rule.ts';
import { at, isObject, listOf } from './template-values.ts';

const isTable = ({ type }: TemplateResource) =>
  type === 'AWS::DynamoDB::Table' || type === 'AWS::DynamoDB::GlobalTable';

const replicas = ({ type, properties }: TemplateResource): readonly unknown[] =>
  type === 'AWS::DynamoDB::GlobalTable' ? listOf(properties.Replicas) : [properties];

/**
 * Rules against the loss of data in stages that protect their data (docs/safety.md 37). Only `retained-name` applies to
 * every stage.
 */
export const dataRules: readonly Rule[] = [
  {
    id: 'deletion-protection',
    description: 'One call or a deleted stack would delete data. Protect it from deletion and retain it.',
    check(resource, { protectData }) {
      const isPool = resource.type === 'AWS::Cognito::UserPool';
      if (!protectData || !(isTable(resource) || isPool)) return [];
      const on = isPool ? resource.properties.DeletionProtection === 'ACTIVE' : tableProtected(resource);
      return [
        ...(on ? [] : [isPool ? 'DeletionProtection' : 'DeletionProtectionEnabled']),
        ...(resource.deletionPolicy?.startsWith('Retain') ? [] : ['DeletionPolicy']),
      ];
    },
  },
  {
    id: 'point-in-time-recovery',
    description: 'The table has no point-in-time recovery, so it cannot be restored after a mistake.',
    check(resource, { protectData }) {
      if (!protectData || !isTable(resource)) return [];
      const on = replicas(resource).every(
        (replica) => at(replica, 'PointInTimeRecoverySpecification', 'PointInTimeRecoveryEnabled') === true,
      );
      return on ? [] : ['PointInTimeRecoverySpecification'];
    },
  },
  {
    id: 'retained-secret',
    description: 'Deleting the secret’s resource would delete what the operator put into it. Retain it.',
    check: ({ type, deletionPolicy }, { protectData }) =>
      protectData && type === 'AWS::SecretsManager::Secret' && !deletionPolicy?.startsWith('Retain')
        ? ['DeletionPolicy']
        : [],
  },
  {
    id: 'retained-name',
    description:
      'Deleting the stack keeps the resource and its name, so that the next deployment fails: already exists. Let CloudFormation name it.',
    check: ({ type, properties, deletionPolicy }) =>
      deletionPolicy?.startsWith('Retain')
        ? (UNIQUE_NAMES[type] ?? []).filter((name) => properties[name] !== undefined)
        : [],
  },
];

const UNIQUE_NAMES: Readonly<Record<string, readonly string[]>> = {
  'AWS::DynamoDB::GlobalTable': ['TableName'],
  'AWS::DynamoDB::Table': ['TableName'],
  'AWS::IAM::Role': ['RoleName'],
  'AWS::Logs::LogGroup': ['LogGroupName'],
  'AWS::S3::Bucket': ['BucketName'],
  'AWS::SQS::Queue': ['QueueName'],
  'AWS::SecretsManager::Secret': ['Name'],
};

const tableProtected = (table: TemplateResource) =>
  replicas(table).every((replica) => at(replica, 'DeletionProtectionEnabled') === true);

const SECRET_VALUES = [
  /\{\{resolve:(?:secretsmanager|ssm-secure):/,
  /\b(?:sk|rk)_(?:live|test)_\w+/,
  /\bwhsec_\w+/,
  /\bAKIA[0-9A-Z]{16}\b/,
  /\bsk-[\w-]{20,}/,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  /\beyJ[\w-]+\.eyJ[\w-]+\./,
];
/** Matches names of variables that probably hold a secret, but not references such as `..._ARN`. */
const SECRET_NAME = /(?:SECRET|PASSWORD|PASSPHRASE|API_?KEY|PRIVATE_KEY|ACCESS_KEY|CREDENTIALS?)$/i;

export const functionRules: readonly Rule[] = [
  {
    id: 'secret-in-environment',
    description:
      'A variable holds a secret: everyone with permission to describe the function can read it. Read it at run time.',
    check({ type, properties }) {
      const variables = at(properties, 'Environment', 'Variables');
      if (type !== 'AWS::Lambda::Function' || !isObject(variables)) return [];
      return Object.entries(variables)
        .filter(([name, value]) => SECRET_NAME.test(name) || looksSecret(value))
        .map(([name]) => `Environment.Variables.${name}`);
    },
  },
  {
    id: 'log-retention',
    description:
      'Logs are kept for ever: the function has no log group of its own, or the group no retention.',
    check({ type, properties }) {
      if (type === 'AWS::Lambda::Function' && at(properties, 'LoggingConfig', 'LogGroup') === undefined)
        return ['LoggingConfig.LogGroup'];
      if (type === 'AWS::Logs::LogGroup' && properties.RetentionInDays === undefined)
        return ['RetentionInDays'];
      return [];
    },
  },
  {
    id: 'stream-readers',
    description:
      'DynamoDB throttles more than two readers of a stream: changes come late. Let one function read for several.',
    check(resource, { resources, exports }) {
      const stream = streamOf(resource, exports);
      const readers = resources.filter(
        (other) => stream !== undefined && streamOf(other, exports) === stream,
      );
      return readers.length > STREAM_READERS ? ['EventSourceArn'] : [];
    },
  },
  {
    id: 'environment-size',
    description:
      'Lambda takes 4 KB of environment variables for a function: configure fewer models, or a shorter system prompt.',
    check({ type, properties }) {
      const variables = at(properties, 'Environment', 'Variables');
      if (type !== 'AWS::Lambda::Function' || !isObject(variables)) return [];
      return environmentBytes(variables) > ENVIRONMENT_BYTES ? ['Environment.Variables'] : [];
    },
  },
];

/** AWS's quota "Simultaneous readers of a shard in DynamoDB Streams", for a table in one region. */
const STREAM_READERS = 2;

/**
 * Returns a key that is equal for all event source mappings of one stream, also if they are in different stacks.
 * Returns undefined for any other resource.
 */
function streamOf(
  { type, stack, properties }: AppResource,
  exports: RuleContext['exports'],
): string | undefined {
  const value = properties.EventSourceArn;
  const imported = at(value, 'Fn::ImportValue');
  const exported = typeof imported === 'string' ? exports.get(imported) : undefined;
  const source = JSON.stringify(exported ?? { stack, value });
  const isStream = /StreamArn|\/stream\//.test(source);
  return type === 'AWS::Lambda::EventSourceMapping' && isStream ? source : undefined;
}

/** Quota of Lambda: https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
const ENVIRONMENT_BYTES = 4_096;
/** Estimate of the bytes of a value that only CloudFormation knows, such as an ARN, an address or a generated name. */
const REFERENCE_BYTES = 120;

/** Returns the size of the variables as Lambda measures it: in bytes of JSON. */
function environmentBytes(variables: Readonly<Record<string, unknown>>): number {
  const sized = Object.entries(variables).map(([name, value]) => [name, textLike(value)]);
  return Buffer.byteLength(JSON.stringify(Object.fromEntries(sized)));
}

/** Returns a text about as long as the text that CloudFormation will make of `value`. */
function textLike(value: unknown): string {
  if (typeof value === 'string') return value;
  const join = at(value, 'Fn::Join');
  if (!Array.isArray(join)) return 'x'.repeat(REFERENCE_BYTES);
  return listOf(join[1]).map(textLike).join('');
}

function looksSecret(value: unknown): boolean {
  const text = JSON.stringify(value);
  return SECRET_VALUES.some((pattern) => pattern.test(text));
}

export const signInRules: readonly Rule[] = [
  {
    id: 'open-sign-up',
    description:
      'Anybody can sign up: the pool allows it and no PreSignUp trigger refuses those without an invite.',
    check({ type, properties }) {
      if (type !== 'AWS::Cognito::UserPool') return [];
      const closed = at(properties, 'AdminCreateUserConfig', 'AllowAdminCreateUserOnly') === true;
      return closed || at(properties, 'LambdaConfig', 'PreSignUp') !== undefined
        ? []
        : ['LambdaConfig.PreSignUp'];
    },
  },
  {
    id: 'user-existence-errors',
    description: 'The client tells strangers which e-mail addresses have an account.',
    check({ type, properties }) {
      if (type !== 'AWS::Cognito::UserPoolClient') return [];
      return properties.PreventUserExistenceErrors === 'ENABLED' ? [] : ['PreventUserExistenceErrors'];
    },
  },
  {
    id: 'implicit-flow',
    description:
      'The implicit flow puts tokens into addresses; only the authorization code with PKCE is accepted.',
    check({ type, properties }) {
      if (type !== 'AWS::Cognito::UserPoolClient') return [];
      return listOf(properties.AllowedOAuthFlows).includes('implicit') ? ['AllowedOAuthFlows'] : [];
    },
  },
  {
    id: 'mail-identity',
    description:
      'Cognito refuses to mail from an SES identity that is not verified, and the templates verify another one.',
    check({ type, properties }, { resources }) {
      const source = JSON.stringify(at(properties, 'EmailConfiguration', 'SourceArn') ?? '');
      if (type !== 'AWS::Cognito::UserPool' || !source.includes('identity/')) return [];
      const made = resources
        .filter((other) => other.type === 'AWS::SES::EmailIdentity')
        .map((other) => String(other.properties.EmailIdentity));
      const fits = made.length === 0 || made.some((name) => source.includes(`identity/${name}"`));
      return fits ? [] : ['EmailConfiguration.SourceArn'];
    },
  },
];

/** Id of CloudFront's managed cache policy CachingDisabled. */
const CACHING_DISABLED = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';
/** Statuses of server errors that CloudFront caches even if the answer says `no-store`. */
const CACHED_ERRORS = [500, 502, 503, 504];

export const siteRules: readonly Rule[] = [
  {
    id: 'cached-errors',
    description:
      'A failed answer of an API is sent to every caller of the path for 10 s: give the status ErrorCachingMinTTL 0.',
    check({ type, properties }) {
      const config = at(properties, 'DistributionConfig');
      const behaviors = [at(config, 'DefaultCacheBehavior'), ...listOf(at(config, 'CacheBehaviors'))];
      const hasApi = behaviors.some((behavior) => at(behavior, 'CachePolicyId') === CACHING_DISABLED);
      if (type !== 'AWS::CloudFront::Distribution' || !hasApi) return [];
      const uncached = listOf(at(config, 'CustomErrorResponses'))
        .filter((entry) => at(entry, 'ErrorCachingMinTTL') === 0)
        .map((entry) => at(entry, 'ErrorCode'));
      return CACHED_ERRORS.filter((status) => !uncached.includes(status)).map(
        (status) => `DistributionConfig.CustomErrorResponses.${status}`,
      );
    },
  },
];
