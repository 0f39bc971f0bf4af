import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { FunctionUrlAuthType } from 'aws-cdk-lib/aws-lambda';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { ENV } from '../../lambdas/runtime/env-names.ts';
import type { Config } from '../config.ts';
import type { Tables } from '../data-stack.ts';
import { acknowledge } from './base/acknowledge-findings.ts';
import { AppFunction } from './base/app-function.ts';
import { DeadLetterQueue } from './base/dead-letter-queue.ts';
import { Schedule } from './base/schedule.ts';

const STRIPE_API = 'https://api.stripe.com';

export interface StripeEventsProps {
  readonly config: Config;
  readonly tables: Tables;
}

/**
 * Handles Stripe's events (decision 0015). Exists only if `payments` is `stripe`. An hourly job looks for events that
 * the webhook has missed.
 */
export class StripeEvents extends Construct {
  readonly webhook: AppFunction;
  readonly apply: AppFunction;
  readonly reconcile: AppFunction;
  /** Events and hourly runs that failed after all retries. Any message in this queue raises an alarm. */
  readonly lost: DeadLetterQueue;
  readonly url: string;
  readonly #secret: Secret;

  constructor(scope: Construct, id: string, { config, tables }: StripeEventsProps) {
    super(scope, id);
    const logRetention: RetentionDays = config.logRetentionDays;
    this.#secret = this.#createSecret(config);
    this.lost = new DeadLetterQueue(this, 'Lost');
    const timeout = Duration.seconds(29);
    this.webhook = new AppFunction(this, 'Webhook', { entry: 'billing/webhook.ts', logRetention, timeout });
    this.apply = new AppFunction(this, 'Apply', {
      entry: 'jobs/retryStripeEvent.ts',
      logRetention,
      timeout,
      ...this.lost.afterRetries,
    });
    this.reconcile = new AppFunction(this, 'Reconcile', {
      entry: 'jobs/reconcileBilling.ts',
      logRetention,
      timeout: Duration.minutes(10),
      ...this.lost.afterRetries,
    });
    for (const each of this.all) {
      this.grantCalls(each);
      tables.subscriptions.grantUse(each, 'GetItem', 'PutItem');
    }
    for (const sender of [this.webhook, this.reconcile]) {
      sender.setEnv({ [ENV.applyEventFunction]: this.apply.functionName });
      sender.allow(['lambda:InvokeFunction'], [this.apply.functionArn]);
    }
    for (const failing of [this.apply, this.reconcile]) this.lost.grantFailuresOf(failing);
    new Schedule(this, 'Hourly', { every: Duration.hours(1), target: this.reconcile });
    this.url = this.#openUrl();
  }

  get all(): readonly AppFunction[] {
    return [this.webhook, this.apply, this.reconcile];
  }

  grantCalls(caller: AppFunction): void {
    caller.setEnv({ [ENV.stripeSecretArn]: this.#secret.secretArn, [ENV.stripeApi]: STRIPE_API });
    caller.allow(['secretsmanager:GetSecretValue'], [this.#secret.secretArn]);
  }

  /**
   * Retains the secret if data is protected, so that a deployment with `payments: off` does not delete the keys that
   * the operator has filled in.
   */
  #createSecret({ protectData }: Config): Secret {
    const secret = new Secret(this, 'Secret', {
      description: 'Stripe’s API key and the webhook’s secrets: filled by npm run ops -- stripe setup.',
      generateSecretString: {
        secretStringTemplate: JSON.stringify({ apiKey: '', webhookSecret: '' }),
        generateStringKey: 'placeholder',
      },
      removalPolicy: protectData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    acknowledge(secret, {
      'AwsSolutions-SMG4': 'Stripe creates these values, so they are rotated there: see docs/operate.md.',
    });
    return secret;
  }

  /** The URL is public, because the webhook accepts only events with Stripe's signature. */
  #openUrl(): string {
    const { url } = this.webhook.addFunctionUrl({ authType: FunctionUrlAuthType.NONE });
    return url;
  }
}
