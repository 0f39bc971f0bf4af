import { Aws, Duration, Fn, Stack } from 'aws-cdk-lib';
import {
  CfnIdentityPool,
  CfnIdentityPoolRoleAttachment,
  ClientAttributes,
  OAuthScope,
  type UserPool,
  UserPoolClient,
  UserPoolClientIdentityProvider,
  UserPoolDomain,
} from 'aws-cdk-lib/aws-cognito';
import { FederatedPrincipal, Role } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';

/** The hosted sign-in page at a domain of Cognito. */
export class HostedUi extends Construct {
  /** Host of the hosted UI, without scheme. */
  readonly host: string;

  constructor(scope: Construct, id: string, props: { readonly pool: UserPool; readonly prefix: string }) {
    super(scope, id);
    // Unique in the region, also where others deploy this: the first part of the stack's own UUID.
    const unique = Fn.select(0, Fn.split('-', Fn.select(2, Fn.split('/', Aws.STACK_ID))));
    const domain = new UserPoolDomain(this, 'Domain', {
      userPool: props.pool,
      cognitoDomain: { domainPrefix: `${props.prefix}-${unique}` },
    });
    this.host = `${domain.domainName}.auth.${Stack.of(this).region}.amazoncognito.com`;
  }
}

/** The web client's registration: public, authorization code with PKCE and nothing else (docs/spec.md 5). */
export class WebClient extends UserPoolClient {
  constructor(scope: Construct, id: string, props: { readonly pool: UserPool; readonly siteUrl: string }) {
    const root = `${props.siteUrl}/`;
    super(scope, id, {
      userPool: props.pool,
      generateSecret: false,
      // Naming one flow as off leaves renewal alone; naming none would let Cognito add its password flows.
      authFlows: { userSrp: false },
      oAuth: {
        flows: { authorizationCodeGrant: true, implicitCodeGrant: false, clientCredentials: false },
        scopes: [OAuthScope.EMAIL, OAuthScope.OPENID, OAuthScope.PHONE],
        callbackUrls: [root],
        logoutUrls: [root],
      },
      supportedIdentityProviders: [UserPoolClientIdentityProvider.COGNITO],
      preventUserExistenceErrors: true,
      enableTokenRevocation: true,
      idTokenValidity: Duration.minutes(30),
      accessTokenValidity: Duration.minutes(30),
      refreshTokenValidity: Duration.days(30),
      readAttributes: new ClientAttributes().withStandardAttributes({
        email: true,
        emailVerified: true,
        fullname: true,
        phoneNumber: true,
        phoneNumberVerified: true,
      }),
      // Users change neither address, groups nor tier through Cognito's public API (docs/safety.md 13).
      writeAttributes: new ClientAttributes().withStandardAttributes({ fullname: true }),
    });
  }
}

export interface IdentityPoolProps {
  readonly pool: UserPool;
  readonly client: UserPoolClient;
}

/** AWS credentials for signed-in browsers, with roles that may do nothing yet (docs/spec.md 7.3). */
export class IdentityPool extends Construct {
  readonly id: string;

  constructor(scope: Construct, id: string, { pool, client }: IdentityPoolProps) {
    super(scope, id);
    const identities = new CfnIdentityPool(this, 'Pool', {
      allowUnauthenticatedIdentities: false,
      cognitoIdentityProviders: [
        {
          clientId: client.userPoolClientId,
          providerName: pool.userPoolProviderName,
          serverSideTokenCheck: true,
        },
      ],
    });
    this.id = identities.ref;
    const role = (kind: 'authenticated' | 'unauthenticated') =>
      new Role(this, kind === 'authenticated' ? 'Authenticated' : 'Unauthenticated', {
        description: 'May do nothing: a feature that needs a permission grants it.',
        assumedBy: new FederatedPrincipal(
          'cognito-identity.amazonaws.com',
          {
            StringEquals: { 'cognito-identity.amazonaws.com:aud': this.id },
            'ForAnyValue:StringLike': { 'cognito-identity.amazonaws.com:amr': kind },
          },
          'sts:AssumeRoleWithWebIdentity',
        ),
      }).roleArn;
    new CfnIdentityPoolRoleAttachment(this, 'Roles', {
      identityPoolId: this.id,
      roles: { authenticated: role('authenticated'), unauthenticated: role('unauthenticated') },
    });
  }
}
