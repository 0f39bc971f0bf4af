import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { ENV } from '../../lambdas/runtime/env-names.ts';
import type { Config } from '../config.ts';
import type { Tables } from '../data-stack.ts';
import { AppFunction } from './app-function.ts';
import type { OriginSecret } from './origin-secret.ts';

export interface UsageProps {
  readonly config: Config;
  readonly tables: Tables;
  readonly originSecret: OriginSecret;
}

/** Usage of a user, for themselves. */
export class Usage extends Construct {
  readonly api: AppFunction;

  constructor(scope: Construct, id: string, { config, tables, originSecret }: UsageProps) {
    super(scope, id);
    this.api = new AppFunction(this, 'Api', {
      entry: 'http/usage.ts',
      logRetention: config.logRetentionDays,
      timeout: Duration.seconds(29),
    });
    originSecret.grantRead(this.api);
    tables.subscriptions.grantUse(this.api, 'GetItem');
    tables.usage.grantUse(this.api, 'Query');
    this.api.setEnv({ [ENV.allowances]: JSON.stringify(config.allowances) });
  }

  get all(): readonly AppFunction[] {
    return [this.api];
  }
}
