/** Values of Ref and Fn::GetAtt for each resource type of the templates. */
import { createHash } from 'node:crypto';
import { ACCOUNT, REGION } from '../region-and-account.ts';

export interface Identity {
  readonly ref: string;
  readonly attributes?: Readonly<Record<string, string>>;
}

/** Generates the name of a resource whose template gives none. */
export type NameGenerator = (stack: string, logicalId: string) => string;

export interface IdentityContext {
  /**
   * Returns the name that the template gives in a property, or else a generated one. `generate` defaults to
   * `<stack>-<logical id>`.
   */
  readonly nameOr: (property: string, generate?: NameGenerator) => string;
  /** Returns the first `length` (up to 64) hexadecimal digits of a hash, which is the same at each start. */
  readonly hash: (length: number) => string;
  /** Returns a resolved property as text. A missing property becomes the text 'undefined'. */
  readonly text: (property: string) => string;
}

/**
 * Returns the ARN of a table's stream. In DynamoDB, the ARN ends with the time at which the stream was created. Here
 * the ARN always ends with the same time.
 */
export const streamArnOf = (tableArn: string): string => `${tableArn}/stream/2026-01-01T00:00:00.000`;

const arn = (service: string, rest: string): string => `arn:aws:${service}:${REGION}:${ACCOUNT}:${rest}`;
const global = (service: string, rest: string): string => `arn:aws:${service}::${ACCOUNT}:${rest}`;

const named = ({ nameOr }: IdentityContext): Identity => ({ ref: nameOr('Name') });
const hashed = ({ hash }: IdentityContext): Identity => ({ ref: hash(7) });

const table = ({ nameOr }: IdentityContext): Identity => {
  const ref = nameOr('TableName');
  const Arn = arn('dynamodb', `table/${ref}`);
  return { ref, attributes: { Arn, StreamArn: streamArnOf(Arn) } };
};

/** Maximum length of stack name and logical id together. A function's name also has two hyphens and a suffix. */
const MAX_NAME = 49;
/** Length that a logical id keeps, however long the stack's name is. */
const KEPT_OF_ID = 24;

/**
 * Shortens the stack name and the logical id in a function's name as CloudFormation does. AWS does not document the
 * rule. Issues show shortened names: https://github.com/convox/rack/issues/2297
 */
function shortened(stack: string, logicalId: string): string {
  const id = logicalId.slice(0, Math.max(KEPT_OF_ID, MAX_NAME - stack.length));
  return `${stack.slice(0, MAX_NAME - id.length)}-${id}`;
}

const EMULATED: Readonly<Record<string, (context: IdentityContext) => Identity>> = {
  'AWS::ApiGatewayV2::Api': ({ hash }) => ({
    ref: hash(10),
    attributes: { ApiId: hash(10), ApiEndpoint: `https://${hash(10)}.execute-api.${REGION}.amazonaws.com` },
  }),
  'AWS::ApiGatewayV2::Authorizer': hashed,
  'AWS::ApiGatewayV2::Integration': hashed,
  'AWS::ApiGatewayV2::IntegrationResponse': hashed,
  'AWS::ApiGatewayV2::Route': hashed,
  'AWS::ApiGatewayV2::RouteResponse': hashed,
  'AWS::ApiGatewayV2::Stage': ({ text }) => ({ ref: text('StageName') }),
  'AWS::BedrockMantle::Project': ({ hash }) => {
    const Arn = arn('bedrock-mantle', `project/proj_${hash(20)}`);
    return { ref: Arn, attributes: { Arn, Id: `proj_${hash(20)}` } };
  },
  'AWS::CloudFront::Distribution': ({ hash }) => ({
    ref: `E${hash(13).toUpperCase()}`,
    attributes: { Id: `E${hash(13).toUpperCase()}`, DomainName: `d${hash(13)}.cloudfront.net` },
  }),
  'AWS::CloudFront::Function': ({ nameOr }) => {
    const ref = global('cloudfront', `function/${nameOr('Name')}`);
    return { ref, attributes: { FunctionARN: ref } };
  },
  'AWS::CloudFront::OriginAccessControl': ({ hash }) => ({ ref: hash(13), attributes: { Id: hash(13) } }),
  'AWS::CloudFront::OriginRequestPolicy': ({ hash }) => ({ ref: hash(36), attributes: { Id: hash(36) } }),
  'AWS::CloudFront::ResponseHeadersPolicy': ({ hash }) => ({ ref: hash(32), attributes: { Id: hash(32) } }),
  'AWS::Cognito::IdentityPool': ({ hash }) => ({
    ref: `${REGION}:${hash(32).replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5')}`,
  }),
  'AWS::Cognito::IdentityPoolRoleAttachment': hashed,
  'AWS::Cognito::UserPool': ({ hash }) => {
    const ref = `${REGION}_${hash(9)}`;
    const ProviderName = `cognito-idp.${REGION}.amazonaws.com/${ref}`;
    const Arn = arn('cognito-idp', `userpool/${ref}`);
    return {
      ref,
      attributes: { Arn, ProviderName, ProviderURL: `https://${ProviderName}`, UserPoolId: ref },
    };
  },
  'AWS::Cognito::UserPoolClient': ({ hash }) => ({ ref: hash(26), attributes: { ClientId: hash(26) } }),
  'AWS::Cognito::UserPoolDomain': ({ text }) => ({ ref: text('Domain') }),
  'AWS::Cognito::UserPoolGroup': ({ text }) => ({ ref: text('GroupName') }),
  'AWS::DynamoDB::GlobalTable': table,
  'AWS::DynamoDB::Table': table,
  'AWS::Events::Rule': ({ nameOr }) => {
    const ref = nameOr('Name');
    return { ref, attributes: { Arn: arn('events', `rule/${ref}`) } };
  },
  'AWS::IAM::ManagedPolicy': ({ nameOr }) => ({
    ref: global('iam', `policy/${nameOr('ManagedPolicyName')}`),
  }),
  'AWS::IAM::Policy': hashed,
  'AWS::IAM::Role': ({ nameOr, hash }) => {
    const ref = nameOr('RoleName');
    const RoleId = `AROA${hash(17).toUpperCase()}`;
    return { ref, attributes: { Arn: global('iam', `role/${ref}`), RoleId } };
  },
  'AWS::Lambda::EventInvokeConfig': hashed,
  'AWS::Lambda::EventSourceMapping': hashed,
  'AWS::Lambda::Function': ({ nameOr, hash }) => {
    const ref = nameOr('FunctionName', (...parts) => `${shortened(...parts)}-${hash(12)}`);
    return { ref, attributes: { Arn: arn('lambda', `function:${ref}`) } };
  },
  'AWS::Lambda::Url': ({ hash, text }) => ({
    ref: text('TargetFunctionArn'),
    attributes: { FunctionUrl: `https://${hash(32)}.lambda-url.${REGION}.on.aws/` },
  }),
  'AWS::S3::Bucket': ({ nameOr }) => {
    const ref = nameOr('BucketName').toLowerCase();
    const Arn = `arn:aws:s3:::${ref}`;
    const DomainName = `${ref}.s3.amazonaws.com`;
    return { ref, attributes: { Arn, DomainName, RegionalDomainName: `${ref}.s3.${REGION}.amazonaws.com` } };
  },
  'AWS::SES::ConfigurationSet': named,
  'AWS::SES::EmailIdentity': ({ text }) => ({ ref: text('EmailIdentity') }),
  'AWS::SQS::Queue': ({ nameOr }) => {
    const QueueName = nameOr('QueueName');
    const ref = `https://sqs.${REGION}.amazonaws.com/${ACCOUNT}/${QueueName}`;
    return { ref, attributes: { Arn: arn('sqs', QueueName), QueueName, QueueUrl: ref } };
  },
  'AWS::SSM::Parameter': named,
  'AWS::SecretsManager::Secret': ({ nameOr, hash }) => {
    const ref = arn('secretsmanager', `secret:${nameOr('Name')}-${hash(6)}`);
    return { ref, attributes: { Id: ref } };
  },
  'Custom::BucketCors': hashed,
  'Custom::CDKBucketDeployment': hashed,
};

const WITHOUT_EFFECT: Readonly<Record<string, (context: IdentityContext) => Identity>> = {
  'AWS::ApiGateway::Account': hashed,
  'AWS::Budgets::Budget': hashed,
  'AWS::CDK::Metadata': hashed,
  'AWS::CloudWatch::Alarm': ({ nameOr }) => {
    const ref = nameOr('AlarmName');
    return { ref, attributes: { Arn: arn('cloudwatch', `alarm:${ref}`) } };
  },
  'AWS::CloudWatch::Dashboard': ({ nameOr }) => ({ ref: nameOr('DashboardName') }),
  'AWS::Lambda::LayerVersion': ({ nameOr }) => ({ ref: arn('lambda', `layer:${nameOr('LayerName')}:1`) }),
  // Not checked, because only the templates' own APIs and triggers can invoke a function here.
  'AWS::Lambda::Permission': hashed,
  'AWS::Logs::LogGroup': ({ nameOr }) => {
    const ref = nameOr('LogGroupName');
    return { ref, attributes: { Arn: `${arn('logs', `log-group:${ref}`)}:*` } };
  },
  'AWS::Logs::MetricFilter': hashed,
  'AWS::S3::BucketPolicy': hashed,
  'AWS::SNS::Subscription': hashed,
  'AWS::SNS::Topic': ({ nameOr }) => {
    const ref = arn('sns', nameOr('TopicName'));
    return { ref, attributes: { TopicArn: ref } };
  },
  'AWS::SNS::TopicPolicy': hashed,
  'AWS::SQS::QueuePolicy': hashed,
  'AWS::WAFv2::WebACL': ({ nameOr, hash }) => ({
    ref: nameOr('Name'),
    attributes: { Arn: arn('wafv2', `global/webacl/${nameOr('Name')}/${hash(32)}`) },
  }),
};

/** Returns a resource's identity. Throws for a type that is not emulated. */
export function identityOf(type: string, context: IdentityContext): Identity {
  const make = EMULATED[type] ?? WITHOUT_EFFECT[type];
  if (!make) throw new Error(`The resource type ${type} is not emulated`);
  return make(context);
}

export const stableHash = (text: string, length: number): string =>
  createHash('sha256').update(text).digest('hex').slice(0, length);
