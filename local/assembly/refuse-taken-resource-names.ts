import type { Assembly } from './assembly.ts';

export interface TakenName {
  readonly type: string;
  readonly name: string;
}

type Properties = Readonly<Record<string, unknown>>;

const nameIn =
  (property: string) =>
  (properties: Properties): unknown =>
    properties[property];
const nameWithin =
  (config: string) =>
  (properties: Properties): unknown =>
    (properties[config] as { readonly Name?: unknown } | undefined)?.Name; // the cast follows CloudFormation's schema

/**
 * Reads the name that a template gives to a resource, for each type whose names must be unique. A generated name is
 * not checked, because CloudFormation generates unique names.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/aws-properties-name.html
 */
const NAMES: Readonly<Record<string, (properties: Properties) => unknown>> = {
  'AWS::CloudFront::Function': nameIn('Name'),
  'AWS::CloudFront::OriginAccessControl': nameWithin('OriginAccessControlConfig'),
  'AWS::CloudFront::OriginRequestPolicy': nameWithin('OriginRequestPolicyConfig'),
  'AWS::CloudFront::ResponseHeadersPolicy': nameWithin('ResponseHeadersPolicyConfig'),
  'AWS::CloudWatch::Alarm': nameIn('AlarmName'),
  'AWS::CloudWatch::Dashboard': nameIn('DashboardName'),
  'AWS::Cognito::UserPoolDomain': nameIn('Domain'),
  'AWS::DynamoDB::GlobalTable': nameIn('TableName'),
  'AWS::DynamoDB::Table': nameIn('TableName'),
  'AWS::Events::Rule': nameIn('Name'),
  'AWS::IAM::ManagedPolicy': nameIn('ManagedPolicyName'),
  'AWS::IAM::Role': nameIn('RoleName'),
  'AWS::Lambda::Function': nameIn('FunctionName'),
  'AWS::Logs::LogGroup': nameIn('LogGroupName'),
  'AWS::S3::Bucket': nameIn('BucketName'),
  'AWS::SES::ConfigurationSet': nameIn('Name'),
  'AWS::SES::EmailIdentity': nameIn('EmailIdentity'),
  'AWS::SNS::Topic': nameIn('TopicName'),
  'AWS::SQS::Queue': nameIn('QueueName'),
  'AWS::SSM::Parameter': nameIn('Name'),
  'AWS::SecretsManager::Secret': nameIn('Name'),
  'AWS::WAFv2::WebACL': nameIn('Name'),
};

/** Messages of services that refuse a taken name with a text other than `exists` below. */
const REASONS: Readonly<Record<string, (name: string) => string>> = {
  'AWS::Cognito::UserPoolDomain': () => 'Domain already associated with another user pool.',
  'AWS::S3::Bucket': (name) => `${name} already exists`,
};

/** Throws the error that a deployment would show if a name is taken, or if two resources have the same name. */
export function checkNames(assembly: Assembly, taken: readonly TakenName[] = []): void {
  const held = new Set(taken.map(keyOf));
  for (const { type, logicalId, properties } of assembly.all<Properties>(...Object.keys(NAMES))) {
    const name = NAMES[type]?.(properties);
    if (typeof name !== 'string') continue;
    const key = keyOf({ type, name });
    const exists = `Resource of type '${type}' with identifier '${name}' already exists.`;
    if (held.has(key)) throw new Error(`CREATE_FAILED ${logicalId}: ${REASONS[type]?.(name) ?? exists}`);
    held.add(key);
  }
}

/** A Table and a GlobalTable get equal keys, because no two tables may share a name. */
const keyOf = ({ type, name }: TakenName): string => `${type.replace('GlobalTable', 'Table')} ${name}`;
