/** AWS managed policies of the templates' roles. Only the actions that write logs and traces are listed. */
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

/** Throws for a policy that this file does not list. */
export function managedStatement(arn: string): Statement {
  const name = arn.split(':policy/')[1] ?? arn;
  const statement = MANAGED[name];
  if (!statement) throw new Error(`The managed policy ${name} is not emulated`);
  return statement;
}
