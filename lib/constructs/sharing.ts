import { Construct } from 'constructs';
import * as calls from '#contract/sharing';
import { ENV } from '../../lambdas/runtime/env-names.ts';
import type { Config } from '../config.ts';
import type { Tables } from '../data-stack.ts';
import { packJson } from '../pack-json-for-environment-variable.ts';
import type { ProductHttpApi } from './apis/http-api.ts';
import type { SocketApi } from './apis/socket-api.ts';
import { INTEGRATION_TIMEOUT } from './apis/timeout-of-api-functions.ts';
import { AppFunction } from './base/app-function.ts';
import type { Mail } from './mail.ts';

export interface SharingProps {
  readonly config: Config;
  readonly tables: Tables;
  readonly httpApi: ProductHttpApi;
  readonly socket: SocketApi;
  readonly siteUrl: string;
  /** Without mail, a shared chat cannot be reported. */
  readonly mail: Mail | undefined;
}

/** API of shared chats: one function for signed-in users, and one with fewer permissions for visitors. */
export class Sharing extends Construct {
  readonly api: AppFunction;
  readonly publicApi: AppFunction;

  constructor(
    scope: Construct,
    id: string,
    { config, tables, httpApi, socket, siteUrl, mail }: SharingProps,
  ) {
    super(scope, id);
    const add = (name: string, entry: string) =>
      new AppFunction(this, name, {
        entry,
        logRetention: config.logRetentionDays,
        timeout: INTEGRATION_TIMEOUT,
        environment: {
          [ENV.productName]: config.productName,
          [ENV.siteUrl]: siteUrl,
          [ENV.sharing]: config.sharing,
          [ENV.models]: packJson(config.models),
        },
      });
    this.api = add('Api', 'http/shares.ts');
    this.publicApi = add('Public', 'http/publicShares.ts');

    const { listShares, createShare, updateShare, setShareReaders, deleteShare } = calls;
    const { readShare, continueShare, reportShare } = calls;
    httpApi.addCalls(this.api, [listShares, createShare, updateShare, setShareReaders, deleteShare]);
    httpApi.addCalls(this.api, [readShare, continueShare, reportShare]);
    tables.chats.grantUse(
      this.api,
      'GetItem',
      'BatchGetItem',
      'Query',
      'PutItem',
      'UpdateItem',
      'DeleteItem',
    );
    tables.usage.grantUse(this.api, 'UpdateItem');
    tables.connections.grantUse(this.api, 'Query', 'DeleteItem');
    socket.grantPost(this.api);
    this.api.setEnv({ [ENV.limits]: JSON.stringify(config.limits) });

    httpApi.addPublicCalls(this.publicApi, [calls.readPublicShare, calls.reportPublicShare]);
    tables.chats.grantUse(this.publicApi, 'GetItem');
    tables.usage.grantUse(this.publicApi, 'UpdateItem');
    mail?.grantSend(this.api);
    mail?.grantSend(this.publicApi);
  }
}
