import type { IUserPool } from 'aws-cdk-lib/aws-cognito';
import { Construct } from 'constructs';
import * as calls from '#contract/admin';
import { ENV } from '../../lambdas/runtime/env-names.ts';
import type { Config } from '../config.ts';
import type { Tables } from '../data-stack.ts';
import { packJson } from '../pack-json-for-environment-variable.ts';
import type { ProductHttpApi } from './apis/http-api.ts';
import type { SocketApi } from './apis/socket-api.ts';
import { INTEGRATION_TIMEOUT } from './apis/timeout-of-api-functions.ts';
import { AppFunction } from './base/app-function.ts';
import type { Mail } from './mail.ts';

export interface AdminProps {
  readonly config: Config;
  readonly tables: Tables;
  readonly pool: IUserPool;
  readonly httpApi: ProductHttpApi;
  readonly socket: SocketApi;
  readonly siteUrl: string;
  /** @default invitations are not mailed */
  readonly mail?: Mail | undefined;
}

const POOL_ACTIONS = [
  'AdminGetUser',
  'AdminListGroupsForUser',
  'ListUsers',
  'ListUsersInGroup',
  'AdminDisableUser',
  'AdminEnableUser',
  'AdminUserGlobalSignOut',
];

/**
 * API of the operators' console (decision 0011). `ops/connect-to-deployment.ts` finds the deployment's tables, user
 * pool and URL in the environment of this API's function.
 */
export class Admin extends Construct {
  readonly api: AppFunction;

  constructor(scope: Construct, id: string, props: AdminProps) {
    super(scope, id);
    const { config, tables, pool, httpApi, socket, siteUrl, mail } = props;
    this.api = new AppFunction(this, 'Api', {
      entry: 'http/admin.ts',
      logRetention: config.logRetentionDays,
      memorySize: 1024,
      timeout: INTEGRATION_TIMEOUT,
    });
    httpApi.addCalls(this.api, Object.values(calls));
    tables.waitlist.grantUse(this.api, 'GetItem', 'Query', 'PutItem', 'DeleteItem');
    tables.invites.grantUse(this.api, 'GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem');
    // Audit records must not change. So the function may not update or delete a record, and each put has a condition
    // that makes it fail if its key exists.
    tables.audit.grantUse(this.api, 'PutItem', 'Query');
    tables.subscriptions.grantUse(this.api, 'GetItem');
    tables.usage.grantUse(this.api, 'Query');
    // The announcement to all users is an item of the table Usage.
    tables.usage.grantUse(this.api, 'GetItem', 'PutItem', 'DeleteItem');
    tables.chats.grantUse(this.api, 'GetItem', 'Query');
    tables.connections.grantUse(this.api, 'UpdateItem', 'Query', 'DeleteItem');
    socket.grantClose(this.api);
    socket.grantPost(this.api);
    this.api.setEnv({
      [ENV.userPoolId]: pool.userPoolId,
      [ENV.adminsNeedSecondFactor]: String(config.adminsNeedSecondFactor),
      [ENV.siteUrl]: siteUrl,
      [ENV.productName]: config.productName,
      [ENV.dailySpendCap]: String(config.dailySpendCapUsd),
      // `npm run ops -- users export` reads this variable of the function.
      [ENV.models]: packJson(config.models),
    });
    this.api.allow(
      POOL_ACTIONS.map((action) => `cognito-idp:${action}`),
      [pool.userPoolArn],
    );
    mail?.grantSend(this.api);
  }
}
