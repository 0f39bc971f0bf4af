import { Construct } from 'constructs';
import { checkImport, importChats } from '#contract/import';
import { ENV } from '../../lambdas/runtime/env-names.ts';
import type { Config } from '../config.ts';
import type { Tables } from '../data-stack.ts';
import type { ProductHttpApi } from './apis/http-api.ts';
import type { SocketApi } from './apis/socket-api.ts';
import { INTEGRATION_TIMEOUT } from './apis/timeout-of-api-functions.ts';
import { AppFunction } from './base/app-function.ts';

export interface ChatImportProps {
  readonly config: Config;
  readonly tables: Tables;
  readonly httpApi: ProductHttpApi;
  readonly socket: SocketApi;
}

export class ChatImport extends Construct {
  readonly api: AppFunction;

  constructor(scope: Construct, id: string, { config, tables, httpApi, socket }: ChatImportProps) {
    super(scope, id);
    this.api = new AppFunction(this, 'Api', {
      entry: 'http/import.ts',
      logRetention: config.logRetentionDays,
      timeout: INTEGRATION_TIMEOUT,
    });
    httpApi.addCalls(this.api, [importChats, checkImport]);
    tables.chats.grantUse(this.api, 'GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem');
    tables.subscriptions.grantUse(this.api, 'GetItem');
    tables.usage.grantUse(this.api, 'GetItem', 'UpdateItem');
    tables.connections.grantUse(this.api, 'Query', 'DeleteItem');
    socket.grantPost(this.api);
    this.api.setEnv({ [ENV.allowances]: JSON.stringify(config.allowances) });
  }
}
