import { at, listOf, type Rule } from './rule.ts';

/** Rules of the user pool and its clients. */
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
];
