import { Stack } from 'aws-cdk-lib';
import {
  HttpApi,
  HttpMethod,
  HttpNoneAuthorizer,
  type HttpRoute,
  HttpStage,
  type IHttpRouteAuthorizer,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpJwtAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { acknowledge } from '../base/acknowledge-findings.ts';
import type { AppFunction } from '../base/app-function.ts';
import type { DataTable } from '../base/data-table.ts';
import { accessLog } from './api-logging.ts';
import type { OriginSecret } from './origin-secret.ts';

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
}

export interface TokenSource {
  readonly issuer: string;
  readonly audience: string;
  /** Table with the marks of revoked tokens (docs/architecture.md 3.2). */
  readonly revocations: DataTable;
}

export interface ProductHttpApiProps {
  readonly logRetention: RetentionDays;
  readonly originSecret: OriginSecret;
}

/** HTTP API behind CloudFront. Only CloudFront can call its functions, because they require the origin secret. */
export class ProductHttpApi extends Construct {
  readonly api: HttpApi;
  readonly host: string;
  readonly #originSecret: OriginSecret;
  #authorizer: HttpJwtAuthorizer | undefined;
  #revocations: DataTable | undefined;

  constructor(scope: Construct, id: string, props: ProductHttpApiProps) {
    super(scope, id);
    this.#originSecret = props.originSecret;
    this.api = new HttpApi(this, 'Api', { createDefaultStage: false });
    new HttpStage(this, 'Stage', {
      httpApi: this.api,
      autoDeploy: true,
      throttle: { rateLimit: 200, burstLimit: 400 },
      accessLogSettings: accessLog(this, props.logRetention, [
        'requestId',
        'requestTime',
        'httpMethod',
        'routeKey',
        'status',
        'responseLatency',
        'integrationErrorMessage',
        'authorizer.error',
      ]),
    });
    const { region, urlSuffix } = Stack.of(this);
    this.host = `${this.api.apiId}.execute-api.${region}.${urlSuffix}`;
  }

  /**
   * Sets the authorizer of `addCalls`. The authorizer needs the id of the Cognito client, the client needs the site's
   * address, and the site needs this API. So the constructor cannot make the authorizer.
   */
  requireTokensOf({ issuer, audience, revocations }: TokenSource): void {
    this.#revocations = revocations;
    this.#authorizer = new HttpJwtAuthorizer('IdToken', issuer, { jwtAudience: [audience] });
  }

  /**
   * Routes calls that need a valid ID token. The authorizer also accepts access tokens and revoked tokens, so the
   * function itself must refuse both.
   */
  addCalls(handler: AppFunction, calls: readonly Call[]): void {
    if (this.#authorizer === undefined) throw new Error('Call requireTokensOf before addCalls');
    this.#revocations?.grantUse(handler, 'GetItem');
    this.#route(handler, calls, this.#authorizer);
  }

  addPublicCalls(handler: AppFunction, calls: readonly Call[]): void {
    for (const route of this.#route(handler, calls, new HttpNoneAuthorizer()))
      acknowledge(route, {
        'AwsSolutions-APIG4': 'The callers have no account yet. The function limits their requests.',
      });
  }

  #route(
    handler: AppFunction,
    calls: readonly Call[],
    authorizer: IHttpRouteAuthorizer,
  ): readonly HttpRoute[] {
    this.#originSecret.grantRead(handler);
    const integration = new HttpLambdaIntegration(`${handler.node.id}Integration`, handler);
    return calls.flatMap(({ method, path }) =>
      this.api.addRoutes({ path, methods: [HttpMethod[method]], integration, authorizer }),
    );
  }
}
