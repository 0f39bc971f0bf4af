import { isRecord } from '../is-record.ts';
import type { RouteProperties, SocketApiOptions } from './gateway-types.ts';
import { invokeWithin, SOCKET_INTEGRATION_MS } from './invoke-within.ts';
import { functionArnOf } from './lambda-uri.ts';
import { requestId } from './request-context-values.ts';
import { type ApiFacts, type ConnectionFacts, socketContext } from './socket-event.ts';
import { answersBack, createRouteSelector, mockAnswer } from './socket-routes-and-mock-answers.ts';

/** Handles one message. Resolves to the text to send to the client, or to undefined for none. Never rejects. */
export type MessageHandler = (facts: ConnectionFacts, message: string) => Promise<string | undefined>;

interface NamedRoute {
  readonly id: string;
  readonly properties: RouteProperties;
}

/**
 * Creates the handler of a WebSocket API's messages. Its error messages are API Gateway's. Throws for a route selection
 * expression that is not emulated.
 */
export function createMessageHandler(options: SocketApiOptions, api: ApiFacts): MessageHandler {
  const select = createRouteSelector(options.api.RouteSelectionExpression);
  const routes = new Map<string, NamedRoute>();
  for (const [id, properties] of Object.entries(options.routes))
    routes.set(properties.RouteKey, { id, properties });

  return async (facts, message) => {
    const refusal = (text: string) =>
      JSON.stringify({ message: text, connectionId: facts.connectionId, requestId: requestId() });
    const key = select(message);
    const known = key !== undefined && !key.startsWith('$') ? routes.get(key) : undefined;
    const route = known ?? routes.get('$default');
    if (route === undefined) return refusal('Forbidden');
    try {
      return await integrate(options, api, route, facts, message, refusal);
    } catch (error) {
      options.log('socket-api', `route ${route.properties.RouteKey}: ${String(error)}`);
      return refusal('Internal server error');
    }
  };
}

async function integrate(
  options: SocketApiOptions,
  api: ApiFacts,
  { id, properties }: NamedRoute,
  facts: ConnectionFacts,
  message: string,
  refusal: (text: string) => string,
): Promise<string | undefined> {
  const integrationId = properties.Target?.replace(/^integrations\//, '') ?? '';
  const integration = options.integrations[integrationId];
  if (integration === undefined) throw new Error('the route has no integration');
  if (integration.IntegrationType === 'MOCK') {
    const responses = (options.integrationResponses ?? []).filter((r) => r.IntegrationId === integrationId);
    return answersBack(options, id) ? mockAnswer(integration, responses) : undefined;
  }
  const requestContext = socketContext(api, facts, 'MESSAGE', properties.RouteKey, {
    messageId: requestId(),
  });
  const event = { requestContext, body: message, isBase64Encoded: false };
  const limit = Math.min(integration.TimeoutInMillis ?? SOCKET_INTEGRATION_MS, SOCKET_INTEGRATION_MS);
  const result = await invokeWithin(options.invoke, functionArnOf(integration.IntegrationUri), event, limit);
  if (result === 'late') return refusal('Endpoint request timed out');
  if (result.functionError !== undefined) return refusal('Internal server error');
  const body = isRecord(result.payload) ? result.payload.body : undefined;
  return answersBack(options, id) && typeof body === 'string' ? body : undefined;
}
