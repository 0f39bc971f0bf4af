import type { Assembly } from '../assembly/assembly.ts';
import { type Addresses, rewriteHosts } from '../assembly/replace-aws-host-names.ts';
import {
  type Cognito,
  type CognitoOptions,
  createCognito,
  type IdentityPoolProperties,
  type UserPoolClientProperties,
  type UserPoolGroupProperties,
  type UserPoolProperties,
} from '../cognito/cognito.ts';
import type { Iam } from '../iam/iam.ts';
import { roleNameOf } from './read-functions-of-templates.ts';

interface RoleAttachment {
  readonly IdentityPoolId: string;
  readonly Roles: Readonly<Partial<Record<'authenticated' | 'unauthenticated', string>>>;
}

type Rest = Pick<
  CognitoOptions,
  | 'mailFailure'
  | 'productName'
  | 'invoke'
  | 'authorize'
  | 'deliver'
  | 'isVerified'
  | 'clock'
  | 'log'
  | 'faults'
  | 'callerOf'
  | 'load'
  | 'save'
>;

/** Creates the Cognito emulator. `host` is the emulator's host and port. */
export function createCognitoOf(
  assembly: Assembly,
  addresses: Addresses,
  iam: Iam,
  host: string,
  rest: Rest,
): Cognito {
  const byRef = <T>(type: string): Record<string, T> =>
    Object.fromEntries(assembly.all<T>(type).map(({ ref, properties }) => [ref, properties]));
  const attachments = assembly.all<RoleAttachment>('AWS::Cognito::IdentityPoolRoleAttachment');
  return createCognito({
    ...rest,
    pools: byRef<UserPoolProperties>('AWS::Cognito::UserPool'),
    clients: rewriteHosts(byRef<UserPoolClientProperties>('AWS::Cognito::UserPoolClient'), addresses),
    groups: assembly.all<UserPoolGroupProperties>('AWS::Cognito::UserPoolGroup').map((g) => g.properties),
    identityPools: byRef<IdentityPoolProperties>('AWS::Cognito::IdentityPool'),
    domains: assembly
      .all<{ UserPoolId: string; Domain: string }>('AWS::Cognito::UserPoolDomain')
      .map(({ properties }) => properties),
    issuer: (poolId) => `https://${host}/${poolId}`,
    roleCredentials({ identityPoolId, identityId, kind, expiresAt }) {
      const attached = attachments.find(({ properties }) => properties.IdentityPoolId === identityPoolId);
      const role = attached?.properties.Roles[kind];
      if (role === undefined) return undefined;
      return iam.openSession(
        roleNameOf(role),
        {
          'cognito-identity.amazonaws.com:sub': identityId,
          'cognito-identity.amazonaws.com:aud': identityPoolId,
        },
        expiresAt,
      );
    },
  });
}
