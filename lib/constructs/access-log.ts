import { RemovalPolicy } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import { type IAccessLogSettings, LogGroupLogDestination } from 'aws-cdk-lib/aws-apigatewayv2';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';

/**
 * Access logs of an API: one JSON object a request with these fields of `$context`. Never headers, which hold
 * tokens, nor paths, which hold e-mail addresses (docs/safety.md 8): `routeKey` has the path's pattern.
 */
export function accessLog(
  scope: Construct,
  retention: RetentionDays,
  fields: readonly string[],
): IAccessLogSettings {
  const group = new LogGroup(scope, 'AccessLogs', { retention, removalPolicy: RemovalPolicy.DESTROY });
  const format = Object.fromEntries(fields.map((field) => [field.replaceAll('.', '_'), `$context.${field}`]));
  return {
    destination: new LogGroupLogDestination(group),
    format: AccessLogFormat.custom(JSON.stringify(format)),
  };
}
