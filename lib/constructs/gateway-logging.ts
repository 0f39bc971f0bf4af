import { RemovalPolicy } from 'aws-cdk-lib';
import { CfnAccount } from 'aws-cdk-lib/aws-apigateway';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { acknowledge } from './acknowledge.ts';

/**
 * The account's permission for API Gateway to write logs. A WebSocket stage with access logs cannot be created
 * without it, and an empty account does not have it:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/websocket-api-logging.html
 * It is one setting for the whole account and region, so it stays when the stack goes.
 */
export class GatewayLogging extends Construct {
  readonly account: CfnAccount;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('apigateway.amazonaws.com') });
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
    role.addToPolicy(statement);
    role.applyRemovalPolicy(RemovalPolicy.RETAIN);
    this.account = new CfnAccount(this, 'Account', { cloudWatchRoleArn: role.roleArn });
    this.account.applyRemovalPolicy(RemovalPolicy.RETAIN);
    // The policy must be there first: API Gateway tries the role when it is told of it.
    this.account.node.addDependency(role);
    const reason =
      'API Gateway checks the account setting for the actions of AmazonAPIGatewayPushToCloudWatchLogs on all log groups.';
    acknowledge(role, { 'AwsSolutions-IAM5[Resource::*]': reason, 'wildcard-resource': reason });
  }
}
