import type { Rule } from './rule.ts';
import { at, listOf } from './template-values.ts';

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
