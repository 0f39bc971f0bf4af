import type { AppResource, Rule, RuleContext } from './rule.ts';
import { at, isObject, listOf } from './template-values.ts';

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
