import { Aws, Fn, Stack } from 'aws-cdk-lib';
import {
  CfnIdentityPool,
  CfnIdentityPoolRoleAttachment,
  type UserPool,
  type UserPoolClient,
  UserPoolDomain,
} from 'aws-cdk-lib/aws-cognito';
import { type Conditions, FederatedPrincipal, PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';

/** Hosted sign-in page on a domain of Cognito. */
export class HostedUi extends Construct {
  readonly host: string;

  constructor(scope: Construct, id: string, props: { readonly pool: UserPool; readonly prefix: string }) {
    super(scope, id);
    // The prefix must be unique in the region across all AWS accounts, so it ends with a part of the stack's UUID.
    const unique = Fn.select(0, Fn.split('-', Fn.select(2, Fn.split('/', Aws.STACK_ID))));
    const domain = new UserPoolDomain(this, 'Domain', {
      userPool: props.pool,
      cognitoDomain: { domainPrefix: `${props.prefix}-${unique}` },
    });
    this.host = `${domain.domainName}.auth.${Stack.of(this).region}.amazoncognito.com`;
  }
}

export interface IdentityPoolProps {
  readonly pool: UserPool;
  readonly client: UserPoolClient;
}

/** Gives browsers AWS credentials after sign-in (docs/spec.md 7.3). They permit only what `allowSignedIn` grants. */
export class IdentityPool extends Construct {
  readonly id: string;
  readonly signedIn: Role;

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
        description: 'May do nothing but what a feature grants.',
        assumedBy: new FederatedPrincipal(
          'cognito-identity.amazonaws.com',
          {
            StringEquals: { 'cognito-identity.amazonaws.com:aud': this.id },
            'ForAnyValue:StringLike': { 'cognito-identity.amazonaws.com:amr': kind },
          },
          'sts:AssumeRoleWithWebIdentity',
        ),
      });
    this.signedIn = role('authenticated');
    new CfnIdentityPoolRoleAttachment(this, 'Roles', {
      identityPoolId: this.id,
      roles: { authenticated: this.signedIn.roleArn, unauthenticated: role('unauthenticated').roleArn },
    });
  }

  allowSignedIn(actions: readonly string[], resources: readonly string[], conditions: Conditions = {}): void {
    this.signedIn.addToPolicy(
      new PolicyStatement({ actions: [...actions], resources: [...resources], conditions }),
    );
  }
}
