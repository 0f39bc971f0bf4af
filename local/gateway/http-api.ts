import type { IncomingMessage, ServerResponse } from 'node:http';
import { isTooLarge } from '../lambda/payload-and-batch-limits.ts';
import { isThrottled } from '../lambda/throttling-error.ts';
import { BodyTooLarge, readBody } from '../read-request-body.ts';
import { requestUrl } from '../request-url.ts';
import type { HttpApi, HttpApiOptions, RouteProperties } from './gateway-types.ts';
import { httpEvent } from './http-event.ts';
import { sendJson, sendResult } from './http-response.ts';
import { HTTP_INTEGRATION_MS, invokeWithin } from './invoke-within.ts';
import { fetchKeys, InvalidToken, stringClaims, verifyJwt } from './jwt-authorizer.ts';
import { functionArnOf } from './lambda-uri.ts';
import { compileRoutes, type MatchedRoute } from './match-http-route.ts';
import { createThrottle } from './throttle.ts';

/** API Gateway's payload limit. https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html */
const PAYLOAD_MAX_BYTES = 10 * 1024 * 1024;

/** Emulates one HTTP API of API Gateway. Throws for CORS, and for an integration or authorizer that is not emulated. */
export function createHttpApi(options: HttpApiOptions): HttpApi {
  if (options.api.CorsConfiguration !== undefined) throw new Error('not emulated: CORS of an HTTP API');
  for (const { IntegrationType, PayloadFormatVersion } of Object.values(options.integrations)) {
    if (IntegrationType !== 'AWS_PROXY')
      throw new Error(`not emulated: HTTP API integration of type ${IntegrationType}`);
    if (PayloadFormatVersion !== '2.0')
      throw new Error(`not emulated: payload format version ${PayloadFormatVersion}`);
  }
  for (const authorizer of Object.values(options.authorizers ?? {}))
    if (authorizer.AuthorizerType !== 'JWT')
      throw new Error(`not emulated: HTTP API authorizer of type ${authorizer.AuthorizerType}`);
  const match = compileRoutes(Object.values(options.routes));
  const throttle = createThrottle(options.stage.DefaultRouteSettings, options.clock);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = pathInStage(request, options.stage.StageName);
    const matched = path === undefined ? undefined : match(request.method ?? 'GET', path);
    if (matched === undefined) return sendJson(response, 404, { message: 'Not Found' });
    if (!throttle()) return sendJson(response, 429, { message: 'Too Many Requests' });
    const body = await readBody(request, PAYLOAD_MAX_BYTES);
    const authorization = await authorize(options, matched.route, request);
    if ('status' in authorization) {
      const { status, message, challenge } = authorization;
      return sendJson(response, status, { message }, { 'www-authenticate': challenge });
    }
    await integrate(options, matched, {
      request,
      response,
      body,
      authorizer: authorization.authorizer,
    });
  }

  return {
    handle: (request, response) => {
      answer(request, response).catch((error: unknown) => {
        if (error instanceof BodyTooLarge || isTooLarge(error))
          return sendJson(response, 413, { message: 'Request Entity Too Large' });
        if (isThrottled(error)) return sendJson(response, 503, { message: 'Service Unavailable' });
        options.log('http-api', `${request.method} ${request.url?.split('?')[0]}: ${String(error)}`);
        if (!response.headersSent) sendJson(response, 500, { message: 'Internal Server Error' });
      });
    },
  };
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: Buffer;
  readonly authorizer: unknown;
}

async function integrate(
  options: HttpApiOptions,
  matched: MatchedRoute<RouteProperties>,
  exchange: Exchange,
) {
  const { route, pathParameters } = matched;
  const { request, response, body, authorizer } = exchange;
  const integration = options.integrations[route.Target?.replace(/^integrations\//, '') ?? ''];
  if (integration === undefined) throw new Error(`route ${route.RouteKey} has no integration`);
  const event = httpEvent(request, body, {
    apiId: options.apiId,
    domainName: options.domainName,
    stage: options.stage.StageName,
    routeKey: route.RouteKey,
    now: options.clock.now(),
    pathParameters,
    ...(options.stage.StageVariables !== undefined && { stageVariables: options.stage.StageVariables }),
    authorizer,
  });
  const limit = Math.min(integration.TimeoutInMillis ?? HTTP_INTEGRATION_MS, HTTP_INTEGRATION_MS);
  const result = await invokeWithin(options.invoke, functionArnOf(integration.IntegrationUri), event, limit);
  if (result === 'late') return sendJson(response, 503, { message: 'Service Unavailable' });
  if (result.functionError !== undefined || !sendResult(response, result.payload))
    sendJson(response, 500, { message: 'Internal Server Error' });
}

type Authorization =
  | { readonly authorizer: unknown }
  | { readonly status: 401 | 403; readonly message: string; readonly challenge: string };

async function authorize(
  options: HttpApiOptions,
  route: RouteProperties,
  request: IncomingMessage,
): Promise<Authorization> {
  if ((route.AuthorizationType ?? 'NONE') === 'NONE') return { authorizer: undefined };
  const authorizer = options.authorizers?.[route.AuthorizerId ?? ''];
  if (authorizer === undefined) throw new Error(`not emulated: authorization ${route.AuthorizationType}`);
  const token = /^(?:Bearer\s+)?(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (token === undefined) return { status: 401, message: 'Unauthorized', challenge: 'Bearer' };
  try {
    const claims = await verifyJwt(token, authorizer, options.keysOf ?? fetchKeys, options.clock.now());
    const scopes = route.AuthorizationScopes ?? [];
    const granted = typeof claims.scope === 'string' ? claims.scope.split(' ') : [];
    if (scopes.length > 0 && !scopes.some((scope) => granted.includes(scope))) {
      const challenge = `Bearer scope="${scopes.join(' ')}" error="insufficient_scope"`;
      return { status: 403, message: 'Forbidden', challenge };
    }
    return {
      authorizer: { jwt: { claims: stringClaims(claims), scopes: scopes.length > 0 ? scopes : null } },
    };
  } catch (error) {
    if (!(error instanceof InvalidToken)) throw error;
    const challenge = `Bearer error="invalid_token" error_description="${error.message}"`;
    return { status: 401, message: 'Unauthorized', challenge };
  }
}

/**
 * Returns the path below the stage, or undefined for a path outside the stage. A stage other than `$default` is the
 * path's first segment.
 */
function pathInStage(request: IncomingMessage, stage: string): string | undefined {
  const { pathname } = requestUrl(request);
  if (stage === '$default') return pathname;
  if (pathname === `/${stage}`) return '/';
  return pathname.startsWith(`/${stage}/`) ? pathname.slice(stage.length + 1) : undefined;
}
