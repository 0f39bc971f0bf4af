import { ArnFormat, Stack } from 'aws-cdk-lib';
import {
  CfnIntegration,
  CfnIntegrationResponse,
  CfnRoute,
  CfnRouteResponse,
  type IWebSocketApi,
  WebSocketApi,
  WebSocketStage,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { WebSocketLambdaAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { WebSocketLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { ENV } from '../../../lambdas/runtime/env-names.ts';
import { acknowledge, findingOn } from '../base/acknowledge-findings.ts';
import type { AppFunction } from '../base/app-function.ts';
import { accessLog, GatewayLogging } from './api-logging.ts';

/** Stage name. CloudFront serves the same path, so that no path is rewritten (docs/architecture.md 1). */
const STAGE = 'socket';

/** Functions of the socket. `events`: the function for each `action` of a client's frame. */
export interface SocketFunctions {
  readonly authorize: AppFunction;
  readonly connect: AppFunction;
  readonly disconnect: AppFunction;
  readonly events: Readonly<Record<string, AppFunction>>;
}

/** WebSocket API. The field `action` of a frame selects the function. */
export class SocketApi extends Construct {
  readonly api: WebSocketApi;
  readonly host: string;

  constructor(scope: Construct, id: string, props: { readonly logRetention: RetentionDays }) {
    super(scope, id);
    this.api = new WebSocketApi(this, 'Api', { routeSelectionExpression: '$request.body.action' });
    const stage = new WebSocketStage(this, 'Stage', {
      webSocketApi: this.api,
      stageName: STAGE,
      autoDeploy: true,
      throttle: { rateLimit: 500, burstLimit: 1_000 },
      accessLogSettings: accessLog(this, props.logRetention, [
        'requestId',
        'requestTime',
        'eventType',
        'routeKey',
        'connectionId',
        'status',
        'integrationLatency',
        'error.responseType',
      ]),
    });
    stage.node.addDependency(new GatewayLogging(this, 'Logging').account);
    const { region, urlSuffix } = Stack.of(this);
    this.host = `${this.api.apiId}.execute-api.${region}.${urlSuffix}`;
    new PingRoute(this, 'Ping', { api: this.api });
  }

  grantPost(poster: AppFunction): void {
    this.#grantConnections(poster, 'POST');
  }

  grantClose(closer: AppFunction): void {
    this.#grantConnections(closer, 'DELETE');
  }

  #grantConnections(grantee: AppFunction, method: 'POST' | 'DELETE'): void {
    grantee.setEnv({ [ENV.socketEndpoint]: `https://${this.host}/${STAGE}` });
    // CDK's `grantManagementApiAccess` would allow all methods, not only `method`.
    const connections = Stack.of(this).formatArn({
      service: 'execute-api',
      resource: this.api.apiId,
      resourceName: `${STAGE}/${method}/@connections/*`,
      arnFormat: ArnFormat.SLASH_RESOURCE_NAME,
    });
    grantee.allow(['execute-api:ManageConnections'], [connections]);
    acknowledge(grantee.ownRole, {
      [findingOn(this, connections)]:
        'Connection ids exist only at run time. API, stage and method are exact.',
    });
  }

  addRoutes({ authorize, connect, disconnect, events }: SocketFunctions): void {
    this.api.addRoute('$connect', {
      integration: new WebSocketLambdaIntegration('Connect', connect),
      // CloudFront may change upper and lower case in a header's name. If the header were an identity source, API
      // Gateway would then not find the header, and would refuse the handshake.
      authorizer: new WebSocketLambdaAuthorizer('Authorizer', authorize, { identitySource: [] }),
    });
    const oneWay = { $disconnect: disconnect, ...events };
    for (const [route, handler] of Object.entries(oneWay)) {
      const { scope: routed } = this.api.addRoute(route, {
        integration: new WebSocketLambdaIntegration(handler.node.id, handler),
      }).node;
      if (routed !== undefined)
        acknowledge(routed, { 'AwsSolutions-APIG4': 'A socket is authorized once, when it connects.' });
    }
  }
}

/**
 * Responds to `{action: 'ping'}` with `{type: 'pong'}` in API Gateway, without a function (docs/spec.md 7.2).
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/websocket-api-develop-mock-integrations.html
 */
class PingRoute extends Construct {
  constructor(scope: Construct, id: string, props: { readonly api: IWebSocketApi }) {
    super(scope, id);
    const { apiId } = props.api;
    const integration = new CfnIntegration(this, 'Integration', {
      apiId,
      integrationType: 'MOCK',
      requestTemplates: { 200: JSON.stringify({ statusCode: 200 }) },
      templateSelectionExpression: '200',
    });
    const route = new CfnRoute(this, 'Route', {
      apiId,
      routeKey: 'ping',
      authorizationType: 'NONE',
      target: `integrations/${integration.ref}`,
      routeResponseSelectionExpression: '$default',
    });
    new CfnIntegrationResponse(this, 'IntegrationResponse', {
      apiId,
      integrationId: integration.ref,
      integrationResponseKey: '/200/',
      responseTemplates: { 200: JSON.stringify({ type: 'pong' }) },
      templateSelectionExpression: '200',
    });
    new CfnRouteResponse(this, 'RouteResponse', {
      apiId,
      routeId: route.ref,
      routeResponseKey: '$default',
    });
    acknowledge(route, { 'AwsSolutions-APIG4': 'A socket is authorized once, when it connects.' });
  }
}
