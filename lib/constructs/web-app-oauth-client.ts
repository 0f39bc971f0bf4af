import { Duration } from 'aws-cdk-lib';
import {
  ClientAttributes,
  OAuthScope,
  type UserPool,
  UserPoolClient,
  UserPoolClientIdentityProvider,
} from 'aws-cdk-lib/aws-cognito';
import type { Construct } from 'constructs';
import { SIGN_IN_DAYS } from '#contract/limits';
import { AFTER_LOGOUT } from '#contract/logout-return-query';

/** OAuth client of the web app (docs/spec.md 5), without a secret. The web app uses the code flow with PKCE. */
export class WebClient extends UserPoolClient {
  constructor(scope: Construct, id: string, props: { readonly pool: UserPool; readonly siteUrl: string }) {
    const root = `${props.siteUrl}/`;
    super(scope, id, {
      userPool: props.pool,
      generateSecret: false,
      // Names only the custom flow, which does nothing, because the pool has no triggers for it. If no flow were named,
      // Cognito would allow sign-in by password. Cognito would also turn on ALLOW_REFRESH_TOKEN_AUTH, which cannot be
      // combined with token rotation.
      authFlows: { custom: true },
      oAuth: {
        flows: { authorizationCodeGrant: true, implicitCodeGrant: false, clientCredentials: false },
        scopes: [OAuthScope.EMAIL, OAuthScope.OPENID, OAuthScope.PHONE],
        callbackUrls: [root],
        // The query tells the page that the hosted UI's logout has succeeded. Pages of earlier versions use the root.
        logoutUrls: [root, `${root}${AFTER_LOGOUT}`],
      },
      supportedIdentityProviders: [UserPoolClientIdentityProvider.COGNITO],
      preventUserExistenceErrors: true,
      enableTokenRevocation: true,
      idTokenValidity: Duration.minutes(30),
      accessTokenValidity: Duration.minutes(30),
      refreshTokenValidity: Duration.days(SIGN_IN_DAYS),
      // Turns on rotation: each renewal returns a new refresh token. Cognito refuses the old token after this period.
      // A stolen copy of the old token then is useless. If the response of a renewal is lost, the client repeats the
      // renewal with the old token. To leave time for the repeat, the period is the longest that Cognito allows.
      refreshTokenRotationGracePeriod: Duration.seconds(60),
      readAttributes: new ClientAttributes().withStandardAttributes({
        email: true,
        emailVerified: true,
        fullname: true,
        phoneNumber: true,
        phoneNumberVerified: true,
      }),
      // At sign-up, Cognito fills `email` from the user name. Cognito may demand the right to write `email` for this.
      // Users cannot write another address (docs/safety.md 13): PreSignUp accepts only the reserved address. Later,
      // users cannot change attributes, because Cognito's API demands a scope that no token in a browser has.
      writeAttributes: new ClientAttributes().withStandardAttributes({ email: true, fullname: true }),
    });
  }
}
