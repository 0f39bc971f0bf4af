import { Duration } from 'aws-cdk-lib';
import { ClientAttributes, type IUserPool, type UserPool, UserPoolClient } from 'aws-cdk-lib/aws-cognito';
import { Construct } from 'constructs';
import * as calls from '#contract/second-factor';
import { ENV } from '../../lambdas/runtime/env-names.ts';
import type { Config } from '../config.ts';
import type { Tables } from '../data-stack.ts';
import type { ProductHttpApi } from './apis/http-api.ts';
import type { SocketApi } from './apis/socket-api.ts';
import { INTEGRATION_TIMEOUT } from './apis/timeout-of-api-functions.ts';
import { AppFunction } from './base/app-function.ts';

/**
 * Client with which the API of two-step sign-in checks a password. It needs no secret, because it has no OAuth and its
 * only sign-in flow needs AWS credentials, so no browser can sign in with it. The product's APIs do not accept its
 * tokens.
 */
class PasswordClient extends UserPoolClient {
  constructor(scope: Construct, id: string, props: { readonly pool: IUserPool }) {
    super(scope, id, {
      userPool: props.pool,
      generateSecret: false,
      authFlows: { adminUserPassword: true },
      disableOAuth: true,
      preventUserExistenceErrors: true,
      enableTokenRevocation: true,
      // The shortest validities that Cognito allows.
      idTokenValidity: Duration.minutes(5),
      accessTokenValidity: Duration.minutes(5),
      refreshTokenValidity: Duration.hours(1),
      readAttributes: new ClientAttributes().withStandardAttributes({ email: true }),
      writeAttributes: new ClientAttributes().withStandardAttributes({ email: true }),
    });
  }
}

export interface SecondFactorProps {
  readonly config: Config;
  readonly tables: Tables;
  readonly pool: UserPool;
  readonly httpApi: ProductHttpApi;
  readonly socket: SocketApi;
}

/** API with which users switch two-step sign-in on and off (decision 0091). */
export class SecondFactor extends Construct {
  readonly api: AppFunction;

  constructor(scope: Construct, id: string, { config, tables, pool, httpApi, socket }: SecondFactorProps) {
    super(scope, id);
    const client = new PasswordClient(this, 'Client', { pool });
    this.api = new AppFunction(this, 'Api', {
      entry: 'http/secondFactor.ts',
      logRetention: config.logRetentionDays,
      memorySize: 1024,
      timeout: INTEGRATION_TIMEOUT,
    });
    httpApi.addCalls(this.api, Object.values(calls));
    tables.usage.grantUse(this.api, 'UpdateItem');
    tables.connections.grantUse(this.api, 'UpdateItem', 'Query', 'DeleteItem');
    socket.grantClose(this.api);
    this.api.setEnv({
      [ENV.userPoolId]: pool.userPoolId,
      [ENV.passwordClientId]: client.userPoolClientId,
      [ENV.adminsNeedSecondFactor]: String(config.adminsNeedSecondFactor),
    });
    const actions = [
      'AdminGetUser',
      'AdminInitiateAuth',
      'AdminRespondToAuthChallenge',
      'AdminSetUserMFAPreference',
      'AdminUserGlobalSignOut',
    ];
    this.api.allow(
      actions.map((action) => `cognito-idp:${action}`),
      [pool.userPoolArn],
    );
  }
}
