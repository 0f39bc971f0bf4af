/** Emulates Secrets Manager. */
import { randomInt, randomUUID } from 'node:crypto';
import { AwsError, awsJsonService, type JsonCall, type JsonObject } from '../aws-json/aws-json-service.ts';
import type { Authorize } from '../emulator-types.ts';
import type { Faults } from '../faults/faults.ts';
import { ACCOUNT, REGION } from '../region-and-account.ts';

/** Properties of an AWS::SecretsManager::Secret, with references resolved. */
export interface SecretProperties {
  readonly SecretString?: string;
  readonly GenerateSecretString?: {
    readonly PasswordLength?: number;
    readonly ExcludePunctuation?: boolean;
    readonly ExcludeCharacters?: string;
    readonly SecretStringTemplate?: string;
    readonly GenerateStringKey?: string;
  };
}

/** Values by ARN, as they are saved on disk. */
export type SecretValues = Readonly<Record<string, string>>;

export interface SecretStore {
  /** Returns a secret's value. A new secret takes it from the template's `SecretString`, or generates it. */
  value(arn: string, properties: SecretProperties): string;
  put(arn: string, value: string): void;
  values(): SecretValues;
}

export function createSecretStore(known: SecretValues = {}): SecretStore {
  const values = new Map(Object.entries(known));
  return {
    value(arn, properties) {
      const value = values.get(arn) ?? properties.SecretString ?? generate(properties);
      values.set(arn, value);
      return value;
    },
    put: (arn, value) => void values.set(arn, value),
    values: () => Object.fromEntries(values),
  };
}

const LETTERS_AND_DIGITS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const PUNCTUATION = '!#$%&()*+,-./:;<=>?@[]^_{|}~';

/**
 * Generates a value by the template's rules. Unlike CloudFormation, uses no quotes, backticks or backslashes, and does
 * not ensure that each kind of character is included.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/aws-properties-secretsmanager-secret-generatesecretstring.html
 */
function generate({ GenerateSecretString: rules = {} }: SecretProperties): string {
  const { PasswordLength = 32, ExcludePunctuation, ExcludeCharacters = '' } = rules;
  const alphabet = [...LETTERS_AND_DIGITS, ...(ExcludePunctuation ? '' : PUNCTUATION)].filter(
    (character) => !ExcludeCharacters.includes(character),
  );
  const password = Array.from({ length: PasswordLength }, () => alphabet[randomInt(alphabet.length)]).join(
    '',
  );
  if (!rules.GenerateStringKey) return password;
  return JSON.stringify({
    ...JSON.parse(rules.SecretStringTemplate ?? '{}'),
    [rules.GenerateStringKey]: password,
  });
}

export interface SecretsApiOptions {
  /** Returns the ARN of the secret with this ARN or name. */
  readonly findSecret: (id: string) => string | undefined;
  readonly secretValue: (arn: string) => string | undefined;
  /** Returns false when there is no such secret. */
  readonly putSecret: (arn: string, value: string) => boolean;
  /** Returns the ARN. The caller has checked that the name is free. */
  readonly createSecret: (name: string, value: string) => string;
  readonly authorize: Authorize;
  readonly faults: Faults;
  readonly callerOf?: (accessKeyId: string) => string | undefined;
}

const UNKNOWN = "Secrets Manager can't find the specified secret.";

/** Returns the name in an ARN: `example/openai` for `arn:...:secret:example/openai-AbCdEf`. */
export const nameOf = (arn: string): string => (arn.split(':').at(-1) ?? '').replace(/-\w{6}$/, '');
export const secretArn = (name: string, suffix: string): string =>
  `arn:aws:secretsmanager:${REGION}:${ACCOUNT}:secret:${name}-${suffix}`;

const NAME = /^[\w/+=.@-]{1,512}$/;

export function createSecretsApi(options: SecretsApiOptions) {
  const { findSecret, secretValue, putSecret, createSecret, authorize, faults, callerOf } = options;
  const actions: Readonly<Record<string, (call: JsonCall) => JsonObject>> = {
    GetSecretValue({ input, accessKeyId }) {
      const arn = theSecret(input, accessKeyId, 'GetSecretValue');
      const value = secretValue(arn);
      if (value === undefined) throw new AwsError('ResourceNotFoundException', UNKNOWN);
      return { ARN: arn, Name: nameOf(arn), SecretString: value, VersionStages: ['AWSCURRENT'] };
    },
    PutSecretValue({ input, accessKeyId }) {
      const arn = theSecret(input, accessKeyId, 'PutSecretValue');
      if (!putSecret(arn, textIn(input))) throw new AwsError('ResourceNotFoundException', UNKNOWN);
      return { ARN: arn, Name: nameOf(arn), VersionId: randomUUID(), VersionStages: ['AWSCURRENT'] };
    },
    CreateSecret({ input, accessKeyId }) {
      const Name = String(input.Name);
      authorize(accessKeyId, 'secretsmanager:CreateSecret', secretArn(Name, '??????'));
      if (!NAME.test(Name)) throw new AwsError('ValidationException', 'Invalid name.');
      if (findSecret(Name) !== undefined)
        throw new AwsError(
          'ResourceExistsException',
          `The operation failed because the secret ${Name} already exists.`,
        );
      return { ARN: createSecret(Name, textIn(input)), Name, VersionId: randomUUID() };
    },
  };

  /** Checks the caller's rights first, so that a caller without rights does not learn if the secret exists. */
  function theSecret({ SecretId }: JsonObject, accessKeyId: string, action: string): string {
    const arn = findSecret(String(SecretId));
    authorize(accessKeyId, `secretsmanager:${action}`, arn ?? String(SecretId));
    if (arn === undefined) throw new AwsError('ResourceNotFoundException', UNKNOWN);
    return arn;
  }

  return awsJsonService((call) => {
    const { action, input, accessKeyId } = call;
    const act = actions[action];
    const step = { service: 'secretsmanager', action, caller: callerOf?.(accessKeyId) } as const;
    return faults.around({ ...step, request: () => JSON.stringify(input) }, () => {
      if (!act)
        throw new AwsError('UnknownOperationException', `Secrets Manager's ${action} is not emulated`);
      return act(call);
    });
  });
}

function textIn({ SecretString }: JsonObject): string {
  if (typeof SecretString !== 'string')
    throw new AwsError('InvalidParameterException', 'You must provide a SecretString.');
  return SecretString;
}
