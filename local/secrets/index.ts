/** Secrets Manager: values made as the templates say, and kept. */
import { randomInt, randomUUID } from 'node:crypto';
import { AwsError, awsJsonService, type JsonCall, type JsonObject } from '../aws-json/index.ts';
import type { Faults } from '../faults/index.ts';
import type { Authorize } from '../types.ts';

/** AWS::SecretsManager::Secret, resolved. */
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

/** Values by ARN, as `save` was given them. */
export type SecretValues = Readonly<Record<string, string>>;

export interface SecretStore {
  /** The value, generated when first asked for. */
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

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const PUNCTUATION = '!#$%&()*+,-./:;<=>?@[]^_{|}~';

/** https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/aws-properties-secretsmanager-secret-generatesecretstring.html */
function generate({ GenerateSecretString: rules = {} }: SecretProperties): string {
  const { PasswordLength = 32, ExcludePunctuation, ExcludeCharacters = '' } = rules;
  const alphabet = [...LETTERS, ...(ExcludePunctuation ? '' : PUNCTUATION)].filter(
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
  /** Value by ARN; undefined when there is no such secret. */
  readonly secretValue: (arn: string) => string | undefined;
  /** Says whether there is such a secret. */
  readonly putSecret: (arn: string, value: string) => boolean;
  readonly authorize: Authorize;
  readonly faults: Faults;
  readonly callerOf?: (accessKeyId: string) => string | undefined;
}

const UNKNOWN = "Secrets Manager can't find the specified secret.";

/** A request listener that answers GetSecretValue and PutSecretValue. */
export function createSecretsApi(options: SecretsApiOptions) {
  const { secretValue, putSecret, authorize, faults, callerOf } = options;
  return awsJsonService((call) => {
    const { action, input, accessKeyId } = call;
    const caller = callerOf?.(accessKeyId);
    const request = () => JSON.stringify(input);
    return faults.around({ service: 'secretsmanager', action, caller, request }, () => answer(call));
  });

  function answer({ action, input, accessKeyId }: JsonCall): JsonObject {
    if (action !== 'GetSecretValue' && action !== 'PutSecretValue')
      throw new AwsError('UnknownOperationException', `Secrets Manager's ${action} is not emulated`);
    const arn = String(input.SecretId);
    authorize(accessKeyId, `secretsmanager:${action}`, arn);
    const Name = arn.split(':').at(-1);
    if (action === 'PutSecretValue') {
      if (typeof input.SecretString !== 'string')
        throw new AwsError('InvalidParameterException', 'You must provide a SecretString.');
      if (!putSecret(arn, input.SecretString)) throw new AwsError('ResourceNotFoundException', UNKNOWN);
      return { ARN: arn, Name, VersionId: randomUUID(), VersionStages: ['AWSCURRENT'] };
    }
    const value = secretValue(arn);
    if (value === undefined) throw new AwsError('ResourceNotFoundException', UNKNOWN);
    return { ARN: arn, Name, SecretString: value, VersionStages: ['AWSCURRENT'] };
  }
}
