import { Construct } from 'constructs';
import { getUsage } from '#contract/usage';
import { ENV } from '../../lambdas/runtime/env-names.ts';
import type { Config } from '../config.ts';
import type { Tables } from '../data-stack.ts';
import type { ProductHttpApi } from './apis/http-api.ts';
import { INTEGRATION_TIMEOUT } from './apis/timeout-of-api-functions.ts';
import { AppFunction } from './base/app-function.ts';

export interface UsageProps {
  readonly config: Config;
  readonly tables: Tables;
  readonly httpApi: ProductHttpApi;
}

/** API with which users read their own usage. */
export class Usage extends Construct {
  readonly api: AppFunction;

  constructor(scope: Construct, id: string, { config, tables, httpApi }: UsageProps) {
    super(scope, id);
    this.api = new AppFunction(this, 'Api', {
      entry: 'http/usage.ts',
      logRetention: config.logRetentionDays,
      timeout: INTEGRATION_TIMEOUT,
    });
    httpApi.addCalls(this.api, [getUsage]);
    tables.subscriptions.grantUse(this.api, 'GetItem');
    tables.usage.grantUse(this.api, 'Query');
    tables.chats.grantUse(this.api, 'GetItem');
    this.api.setEnv({ [ENV.allowances]: JSON.stringify(config.allowances) });
  }
}
