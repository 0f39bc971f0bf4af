/**
 * AWS managed policies that roles in the templates may have. Of the policies for X-Ray and for API Gateway, only the
 * actions that write traces and log entries are listed.
 */
import type { Statement } from './policy-evaluation.ts';

const allow = (...Action: string[]): Statement => ({ Effect: 'Allow', Action, Resource: '*' });

const MANAGED: Readonly<Record<string, Statement>> = {
  'service-role/AWSLambdaBasicExecutionRole': allow(
    'logs:CreateLogGroup',
    'logs:CreateLogStream',
    'logs:PutLogEvents',
  ),
  AWSXRayDaemonWriteAccess: allow('xray:PutTraceSegments', 'xray:PutTelemetryRecords'),
  AWSXrayWriteOnlyAccess: allow('xray:PutTraceSegments', 'xray:PutTelemetryRecords'),
  'service-role/AmazonAPIGatewayPushToCloudWatchLogs': allow('logs:PutLogEvents'),
};

/** Returns a managed policy's statement. Throws for a policy that this file does not list. */
export function managedStatement(arn: string): Statement {
  const name = arn.split(':policy/')[1] ?? arn;
  const statement = MANAGED[name];
  if (!statement) throw new Error(`The managed policy ${name} is not emulated`);
  return statement;
}
