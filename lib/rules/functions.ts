import { at, isObject, type Rule } from './rule.ts';

/** Patterns of well-known secrets. */
const SECRET_VALUES = [
  /\{\{resolve:(?:secretsmanager|ssm-secure):/,
  /\b(?:sk|rk)_(?:live|test)_\w+/,
  /\bwhsec_\w+/,
  /\bAKIA[0-9A-Z]{16}\b/,
  /\bsk-[\w-]{20,}/,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  /\beyJ[\w-]+\.eyJ[\w-]+\./,
];
/** Names that promise a secret as the value; `..._ARN` and the like do not. */
const SECRET_NAME = /(?:SECRET|PASSWORD|PASSPHRASE|API_?KEY|PRIVATE_KEY|ACCESS_KEY|CREDENTIALS?)$/i;

/** Rules of functions and their logs. */
export const functionRules: readonly Rule[] = [
  {
    id: 'secret-in-environment',
    description:
      'A variable holds a secret: whoever may describe the function reads it. Read it at run time.',
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
];

function looksSecret(value: unknown): boolean {
  const text = JSON.stringify(value);
  return SECRET_VALUES.some((pattern) => pattern.test(text));
}
