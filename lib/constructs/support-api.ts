import { Construct } from 'constructs';
import { contactSupport } from '#contract/support';
import { ENV } from '../../lambdas/runtime/env-names.ts';
import type { Config } from '../config.ts';
import type { Tables } from '../data-stack.ts';
import type { ProductHttpApi } from './apis/http-api.ts';
import { INTEGRATION_TIMEOUT } from './apis/timeout-of-api-functions.ts';
import { AppFunction } from './base/app-function.ts';
import type { Mail } from './mail.ts';

export interface SupportProps {
  readonly config: Config;
  readonly tables: Tables;
  readonly httpApi: ProductHttpApi;
  readonly siteUrl: string;
  readonly mail: Mail;
}

/** API that mails users' messages to the operator. */
export class Support extends Construct {
  readonly api: AppFunction;

  constructor(scope: Construct, id: string, props: SupportProps) {
    super(scope, id);
    const { config, tables, httpApi, siteUrl, mail } = props;
    this.api = new AppFunction(this, 'Api', {
      entry: 'http/support.ts',
      logRetention: config.logRetentionDays,
      timeout: INTEGRATION_TIMEOUT,
      environment: { [ENV.productName]: config.productName, [ENV.siteUrl]: siteUrl },
    });
    httpApi.addCalls(this.api, [contactSupport]);
    tables.usage.grantUse(this.api, 'UpdateItem');
    tables.subscriptions.grantUse(this.api, 'GetItem');
    mail.grantSend(this.api);
  }
}
