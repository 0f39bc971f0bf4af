import { REGION } from '../region-and-account.ts';
import type { AccountApiOptions } from './account-api-options.ts';
import { restJsonService } from './rest-json.ts';

/**
 * IAM's actions for this API are HTTP methods, so the caller needs the permission `apigateway:GET`.
 * https://docs.aws.amazon.com/apigateway/latest/api/API_GetAccount.html
 * https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazonapigatewaymanagement.html
 */
export function createGatewayAccountApi({ settings, gatewayRole, ...options }: AccountApiOptions) {
  const answer = () => ({
    cloudwatchRoleArn: (settings.gatewayRole ?? gatewayRole) || undefined,
    throttleSettings: { burstLimit: 5_000, rateLimit: 10_000 },
    features: [],
    apiKeyVersion: '4',
  });
  const resource = () => `arn:aws:apigateway:${REGION}::/account`;
  const calls = [{ action: 'GetAccount', path: /^\/account$/, resource, answer }];
  return restJsonService({ service: 'apigateway', right: () => 'GET', calls }, options);
}
