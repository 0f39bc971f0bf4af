import type { IUserPool } from 'aws-cdk-lib/aws-cognito';
import { Construct } from 'constructs';
import { getAvailableModels } from '#contract/available-models';
import * as subscription from '#contract/subscription';
import { ENV } from '../../lambdas/runtime/env-names.ts';
import type { Config } from '../config.ts';
import type { Tables } from '../data-stack.ts';
import { packJson } from '../pack-json-for-environment-variable.ts';
import type { Call, ProductHttpApi } from './apis/http-api.ts';
import { INTEGRATION_TIMEOUT } from './apis/timeout-of-api-functions.ts';
import { AppFunction } from './base/app-function.ts';
import { StripeEvents } from './stripe-events.ts';

export interface BillingProps {
  readonly config: Config;
  readonly tables: Tables;
  readonly pool: IUserPool;
  readonly httpApi: ProductHttpApi;
  readonly siteUrl: string;
}

/**
 * Subscriptions (decision 0015). The operator's command `stripe` reads the ARN of Stripe's secret and the URL of the
 * webhook from the environment of the function `api`.
 */
export class Billing extends Construct {
  readonly api: AppFunction;
  /** Exists only with `payments: test` (docs/safety.md 33). */
  readonly test: AppFunction | undefined;
  readonly stripe: StripeEvents | undefined;

  constructor(scope: Construct, id: string, props: BillingProps) {
    super(scope, id);
    const { config, tables, siteUrl } = props;
    const { createTestSubscription, ...calls } = subscription;
    this.api = this.#serve(
      'Api',
      'http/subscription.ts',
      [...Object.values(calls), getAvailableModels],
      props,
    );
    tables.subscriptions.grantUse(this.api, 'UpdateItem');
    this.api.setEnv({
      [ENV.siteUrl]: siteUrl,
      [ENV.models]: packJson(config.models),
      [ENV.allowances]: JSON.stringify(config.allowances),
      [ENV.productName]: config.productName,
    });
    if (config.payments === 'test')
      this.test = this.#serve(
        'TestSubscription',
        'http/testSubscription.ts',
        [createTestSubscription],
        props,
      );
    if (config.payments !== 'stripe') return;
    this.stripe = new StripeEvents(this, 'Stripe', { config, tables });
    this.stripe.grantCalls(this.api);
    this.api.setEnv({ [ENV.webhookUrl]: this.stripe.url });
  }

  #serve(
    id: string,
    entry: string,
    calls: readonly Call[],
    { config, tables, pool, httpApi }: BillingProps,
  ): AppFunction {
    const made = new AppFunction(this, id, {
      entry,
      logRetention: config.logRetentionDays,
      memorySize: 1024,
      timeout: INTEGRATION_TIMEOUT,
    });
    httpApi.addCalls(made, calls);
    tables.subscriptions.grantUse(made, 'GetItem', 'PutItem');
    tables.audit.grantUse(made, 'PutItem');
    made.setEnv({
      [ENV.userPoolId]: pool.userPoolId,
      [ENV.adminsNeedSecondFactor]: String(config.adminsNeedSecondFactor),
    });
    made.allow(['cognito-idp:AdminGetUser', 'cognito-idp:AdminListGroupsForUser'], [pool.userPoolArn]);
    return made;
  }
}
