import {
  CfnIntegration,
  CfnIntegrationResponse,
  CfnRoute,
  CfnRouteResponse,
  type IWebSocketApi,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { Construct } from 'constructs';
import { acknowledge } from './acknowledge.ts';

/**
 * Answers `{action: 'ping'}` with `{type: 'pong'}` in the gateway itself: no function runs (docs/architecture.md 1).
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/websocket-api-develop-mock-integrations.html
 */
export class PingRoute extends Construct {
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
