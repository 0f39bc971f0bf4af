import { RemovalPolicy } from 'aws-cdk-lib';
import { AccessLogFormat, CfnAccount } from 'aws-cdk-lib/aws-apigateway';
import { type IAccessLogSettings, LogGroupLogDestination } from 'aws-cdk-lib/aws-apigatewayv2';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { acknowledge } from '../base/acknowledge-findings.ts';

/**
 * Returns settings for access logs with these `fields` of `$context`. Do not log headers, which hold tokens, or paths,
 * which may hold e-mail addresses (docs/safety.md 8). `routeKey` is safe: it holds the pattern of a path without the
 * values.
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

/**
 * Account setting that permits API Gateway to write logs. A WebSocket stage with access logs needs this setting:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/websocket-api-logging.html
 * All APIs of the account in the region share the setting, so it is kept when the stack is deleted.
 */
export class GatewayLogging extends Construct {
  readonly account: CfnAccount;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    const statement = new PolicyStatement({
      actions: [
        'logs:CreateLogGroup',
        'logs:CreateLogStream',
        'logs:DescribeLogGroups',
        'logs:DescribeLogStreams',
        'logs:PutLogEvents',
        'logs:GetLogEvents',
        'logs:FilterLogEvents',
      ],
      resources: ['*'],
    });
    // API Gateway checks the role's rights when CloudFormation makes the account setting. A separate policy may not be
    // in force by then. So the rights are an inline policy, which CloudFormation creates together with the role.
    // https://github.com/aws-cloudformation/rain/issues/163
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
      inlinePolicies: { Logs: new PolicyDocument({ statements: [statement] }) },
    });
    role.applyRemovalPolicy(RemovalPolicy.RETAIN);
    this.account = new CfnAccount(this, 'Account', { cloudWatchRoleArn: role.roleArn });
    this.account.applyRemovalPolicy(RemovalPolicy.RETAIN);
    const reason =
      'API Gateway checks the account setting for the actions of AmazonAPIGatewayPushToCloudWatchLogs on all log groups.';
    acknowledge(role, { 'AwsSolutions-IAM5[Resource::*]': reason, 'wildcard-resource': reason });
  }
}
