import { isRecord } from '../is-record.ts';
import type { ApiResources, IntegrationProperties, IntegrationResponseProperties } from './gateway-types.ts';

const DEFAULT_RESPONSE = '$default';

/**
 * Returns the key of a message's route: the string at the path that the API's route selection expression names. Returns
 * undefined when the message is not JSON or has no string at that path.
 */
export type RouteSelector = (message: string) => string | undefined;

export function createRouteSelector(expression = ''): RouteSelector {
  const path = /^\$request\.body\.([\w.]+)$/.exec(expression)?.[1];
  if (path === undefined) throw new Error(`not emulated: route selection expression '${expression}'`);
  return (message) => stringAt(path, message);
}

function stringAt(path: string, message: string): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(message);
  } catch {
    return undefined;
  }
  for (const name of path.split('.')) value = isRecord(value) ? value[name] : undefined;
  return typeof value === 'string' ? value : undefined;
}

/**
 * Throws for a route whose response selection expression is not `$default`. AWS documents no other value.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-websocket-api-route-response.html
 */
export function checkResponses({ routes }: ApiResources): void {
  for (const { RouteResponseSelectionExpression: selected = DEFAULT_RESPONSE } of Object.values(routes))
    if (selected !== DEFAULT_RESPONSE)
      throw new Error(`not emulated: route response selection expression ${selected}`);
}

export function answersBack({ routes, routeResponses = [] }: ApiResources, routeId: string): boolean {
  const isSelected = routes[routeId]?.RouteResponseSelectionExpression === DEFAULT_RESPONSE;
  return isSelected && routeResponses.some(({ RouteId }) => RouteId === routeId);
}

/** Throws for a template with `$` or `#`, the signs of VTL, API Gateway's template language. VTL is not emulated. */
export function checkTemplates(resources: ApiResources): void {
  const templated = [...Object.values(resources.integrations).map((i) => i.RequestTemplates)];
  templated.push(...(resources.integrationResponses ?? []).map((r) => r.ResponseTemplates));
  for (const template of templated.flatMap((templates) => Object.values(templates ?? {})))
    if (/[#$]/.test(template)) throw new Error(`not emulated: VTL in the template '${template}'`);
}

/**
 * Returns the text with which a MOCK integration answers; undefined when no response or template fits. The request
 * template yields `{"statusCode": n}`, which selects the integration response for that status, or else `$default`.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-websocket-api-mapping-template-reference.html
 */
export function mockAnswer(
  integration: IntegrationProperties,
  responses: readonly IntegrationResponseProperties[],
): string | undefined {
  const status = statusOf(template(integration.RequestTemplates, integration.TemplateSelectionExpression));
  const response =
    responses.find((candidate) => matchesKey(candidate.IntegrationResponseKey, status)) ??
    responses.find((candidate) => candidate.IntegrationResponseKey === '$default');
  return response && template(response.ResponseTemplates, response.TemplateSelectionExpression);
}

function matchesKey(key: string, status: string): boolean {
  const pattern = /^\/(.*)\/$/.exec(key)?.[1];
  return pattern !== undefined && new RegExp(`^(?:${pattern})$`).test(status);
}

function statusOf(text: string | undefined): string {
  const value: unknown = JSON.parse(text ?? '{}');
  return isRecord(value) && value.statusCode !== undefined ? String(value.statusCode) : '200';
}

/**
 * Returns the template whose key is the selection expression. Only literal expressions are emulated, such as
 * `\$default` and `200`.
 */
function template(templates: Readonly<Record<string, string>> | undefined, expression = '$default') {
  const plain = (text: string) => text.replaceAll('\\', '');
  return Object.entries(templates ?? {}).find(([key]) => plain(key) === plain(expression))?.[1];
}
