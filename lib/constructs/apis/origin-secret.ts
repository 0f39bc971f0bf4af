import { RemovalPolicy } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { ORIGIN_SECRET_HEADER } from '../../../lambdas/runtime/cloudfront-header-names.ts';
import { ENV } from '../../../lambdas/runtime/env-names.ts';
import { acknowledge } from '../base/acknowledge-findings.ts';
import type { AppFunction } from '../base/app-function.ts';

/** Secret that proves to the functions that a request came through CloudFront (docs/architecture.md 5). */
export class OriginSecret extends Construct {
  /** Header that CloudFront sends to the APIs. The template has only a reference to the secret. */
  readonly headers: Readonly<Record<string, string>>;
  readonly #secret: Secret;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.#secret = new Secret(this, 'Secret', {
      description: 'Sent by CloudFront to the APIs, which refuse calls without it.',
      generateSecretString: { excludePunctuation: true, passwordLength: 48 },
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.headers = { [ORIGIN_SECRET_HEADER]: this.#secret.secretValue.unsafeUnwrap() };
    acknowledge(this.#secret, {
      'retained-secret':
        'Nothing is lost with it: the value is generated, and a new stack generates another.',
      'AwsSolutions-SMG4': 'CloudFront has a copy, so a rotation needs a deployment: see docs/deploy.md.',
    });
  }

  get arn(): string {
    return this.#secret.secretArn;
  }

  grantRead(reader: AppFunction): void {
    reader.setEnv({ [ENV.originSecretArn]: this.#secret.secretArn });
    reader.allow(['secretsmanager:GetSecretValue'], [this.#secret.secretArn]);
  }
}
