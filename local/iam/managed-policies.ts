/** AWS managed policies that roles of the templates may name. */
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

/** Throws, naming it, for a managed policy that is not known here. */
export function managedStatement(arn: string): Statement {
  const name = arn.split(':policy/')[1] ?? arn;
  const statement = MANAGED[name];
  if (!statement) throw new Error(`The managed policy ${name} is not emulated`);
  return statement;
}
