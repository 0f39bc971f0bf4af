import { App, CfnResource, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { CfnAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2';
import { CfnDistribution, CfnOriginAccessControl } from 'aws-cdk-lib/aws-cloudfront';
import { CfnAlarm, CfnDashboard } from 'aws-cdk-lib/aws-cloudwatch';
import { CfnUserPool, CfnUserPoolClient, UserPool } from 'aws-cdk-lib/aws-cognito';
import { AttributeType, StreamViewType, Table } from 'aws-cdk-lib/aws-dynamodb';
import {
  CfnRole,
  Effect,
  Policy,
  PolicyDocument,
  PolicyStatement,
  type PolicyStatementProps,
  Role,
  ServicePrincipal,
} from 'aws-cdk-lib/aws-iam';
import { CfnEventSourceMapping, CfnFunction } from 'aws-cdk-lib/aws-lambda';
import { CfnLogGroup } from 'aws-cdk-lib/aws-logs';
import { CfnBucket } from 'aws-cdk-lib/aws-s3';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { CfnEmailIdentity } from 'aws-cdk-lib/aws-ses';
import { AwsSolutionsChecks } from 'cdk-nag';
import { describe, expect, it } from 'vitest';
import { acknowledge } from '../../lib/constructs/base/acknowledge-findings.ts';
import { ProductRules, RULES } from '../../lib/template-rules/run-rules.ts';

/** Rule ids found in a stack filled by `build`. */
function findingsIn(build: (stack: Stack) => void, protectData = true): readonly string[] {
  const app = new App();
  build(new Stack(app, 'Fixture'));
  const context = { appConstruct: app, templatePaths: [], stackTemplates: [] };
  const rules = new ProductRules({ protectData, stage: 'prod', region: 'eu-west-1' });
  return rules.validate(context).violations.map(({ ruleName }) => ruleName);
}

const code = { zipFile: 'exports.handler = () => {}' };
const lambda = (stack: Stack, properties: Record<string, unknown> = {}) =>
  new CfnFunction(stack, 'Function', {
    code,
    role: 'arn:aws:iam::123456789012:role/some',
    loggingConfig: { logGroup: 'group' },
    ...properties,
  });
const client = (stack: Stack, properties: Record<string, unknown>) =>
  new CfnUserPoolClient(stack, 'Client', {
    userPoolId: 'pool',
    preventUserExistenceErrors: 'ENABLED',
    ...properties,
  });
const policy = (stack: Stack, actions: string[], resources: string[] = ['arn:aws:s3:::bucket/key']) =>
  policyWith(stack, { actions, resources });
const policyWith = (stack: Stack, statement: PolicyStatementProps) =>
  new Policy(stack, 'Policy', {
    statements: [new PolicyStatement({ effect: Effect.ALLOW, ...statement })],
    roles: [new Role(stack, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') })],
  });
/** Conditions that restrict every header of an upload. */
const UPLOAD_CONDITIONS = {
  StringEqualsIfExists: {
    ...{ 's3:x-amz-storage-class': 'STANDARD', 's3:x-amz-server-side-encryption': 'AES256' },
  },
  Null: {
    's3:x-amz-server-side-encryption-aws-kms-key-id': 'true',
    's3:x-amz-server-side-encryption-customer-algorithm': 'true',
    ...{
      's3:x-amz-website-redirect-location': 'true',
      's3:x-amz-acl': 'true',
      's3:object-lock-mode': 'true',
    },
  },
};
const uploads = (stack: Stack, conditions: Record<string, Record<string, string>>) =>
  new Policy(stack, 'Policy', {
    statements: [
      new PolicyStatement({
        actions: ['s3:PutObject'],
        // biome-ignore lint/suspicious/noTemplateCurlyInString: IAM replaces it
        resources: ['arn:aws:s3:::bucket/${cognito-identity.amazonaws.com:sub}/*'],
        conditions,
      }),
    ],
    roles: [new Role(stack, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') })],
  });
const table = (stack: Stack, kept: boolean, pointInTimeRecoveryEnabled: boolean) =>
  new Table(stack, 'Table', {
    partitionKey: { name: 'pk', type: AttributeType.STRING },
    deletionProtection: kept,
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled },
    removalPolicy: kept ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
  });
const distribution = (stack: Stack, uncachedErrors: readonly number[]) =>
  new CfnDistribution(stack, 'Distribution', {
    distributionConfig: {
      enabled: true,
      defaultCacheBehavior: {
        targetOriginId: 'api',
        viewerProtocolPolicy: 'https-only',
        cachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
      },
      customErrorResponses: uncachedErrors.map((errorCode) => ({ errorCode, errorCachingMinTtl: 0 })),
    },
  });
const readers = (stack: Stack, count: number) => {
  const { tableStreamArn: eventSourceArn = '' } = new Table(stack, 'Read', {
    partitionKey: { name: 'pk', type: AttributeType.STRING },
    stream: StreamViewType.NEW_IMAGE,
    deletionProtection: true,
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
  });
  const readIn = (other: Stack, name: string) =>
    new CfnEventSourceMapping(other, name, { functionName: name, eventSourceArn });
  for (let i = 0; i < count; i += 1) readIn(stack, `Reader${i}`);
  return readIn;
};
const dashboard = (stack: Stack, ...metrics: readonly unknown[]) =>
  new CfnDashboard(stack, 'Dashboard', {
    dashboardBody: JSON.stringify({ widgets: [{ type: 'metric', properties: { metrics } }] }),
  });
/** Two lines of one widget: the sum of one metric, and another metric. */
const sumAndOther = (expression: string) => [
  [{ expression, label: 'Lost' }],
  ['AWS/SQS', 'ApproximateNumberOfMessagesVisible', { id: 'lost0', visible: false }],
  ['AWS/SQS', 'NumberOfMessagesSent'],
];
const alarm = (stack: Stack, namespace: string) =>
  new CfnAlarm(stack, 'Alarm', {
    namespace,
    metricName: 'ReplyCostUsd',
    evaluationPeriods: 1,
    threshold: 1,
    comparisonOperator: 'GreaterThanThreshold',
  });
const gatewayRole = (stack: Stack, inside: boolean) => {
  const logs = new PolicyDocument({
    statements: [
      new PolicyStatement({ actions: ['logs:PutLogEvents'], resources: ['arn:aws:logs:::group'] }),
    ],
  });
  new Role(stack, 'Role', {
    assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
    ...(inside && { inlinePolicies: { Logs: logs } }),
  });
};
const accessControl = (stack: Stack, name: string) =>
  new CfnOriginAccessControl(stack, 'Control', {
    originAccessControlConfig: {
      name,
      originAccessControlOriginType: 's3',
      signingBehavior: 'always',
      signingProtocol: 'sigv4',
    },
  });
const socketAuthorizer = (stack: Stack, identitySource: string[]) =>
  new CfnAuthorizer(stack, 'Authorizer', {
    apiId: 'api',
    authorizerType: 'REQUEST',
    name: 'Authorizer',
    identitySource,
  });
const PROFILE = 'arn:aws:bedrock:eu-west-1:123456789012:inference-profile/eu.vendor.model-1';
const modelIn = (region: string) => `arn:aws:bedrock:${region}::foundation-model/vendor.model-1`;
const invoke = (stack: Stack, ...resources: string[]) =>
  policy(stack, ['bedrock:InvokeModelWithResponseStream'], resources);
const infer = (stack: Stack, project: string) => policy(stack, ['bedrock-mantle:CreateInference'], [project]);
const mailing = (stack: Stack, identity: string) => {
  new CfnEmailIdentity(stack, 'Identity', { emailIdentity: 'example.com' });
  new CfnUserPool(stack, 'Pool', {
    adminCreateUserConfig: { allowAdminCreateUserOnly: true },
    deletionProtection: 'ACTIVE',
    emailConfiguration: { sourceArn: `arn:aws:ses:us-east-1:123456789012:identity/${identity}` },
  }).applyRemovalPolicy(RemovalPolicy.RETAIN);
};
const keptGroup = (stack: Stack, logGroupName?: string) =>
  new CfnLogGroup(stack, 'Group', {
    retentionInDays: 30,
    ...(logGroupName !== undefined && { logGroupName }),
  }).applyRemovalPolicy(RemovalPolicy.RETAIN);
const bucket = (stack: Stack, { isPublic = false, isKept = true, origin = '' } = {}) =>
  new CfnBucket(stack, 'Bucket', {
    publicAccessBlockConfiguration: {
      ...{ blockPublicAcls: true, ignorePublicAcls: true, restrictPublicBuckets: true },
      blockPublicPolicy: !isPublic,
    },
    ...(origin !== '' && {
      corsConfiguration: { corsRules: [{ allowedOrigins: [origin], allowedMethods: ['PUT'] }] },
    }),
  }).applyRemovalPolicy(isKept ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY);
const putCors = (stack: Stack, origin: string) =>
  new CfnResource(stack, 'Cors', {
    type: 'Custom::BucketCors',
    properties: {
      Create: JSON.stringify({
        parameters: { CORSConfiguration: { CORSRules: [{ AllowedOrigins: [origin] }] } },
      }),
    },
  });
const secret = (Variables: Record<string, string>) => (stack: Stack) => {
  lambda(stack, { environment: { variables: Variables } });
};

/** For each rule, a fixture that breaks it and a similar one that does not. */
const CASES: readonly [rule: string, bad: (stack: Stack) => void, good: (stack: Stack) => void][] = [
  [
    'open-sign-up',
    (stack) => new UserPool(stack, 'Pool', { selfSignUpEnabled: true, deletionProtection: true }),
    (stack) => new UserPool(stack, 'Pool', { selfSignUpEnabled: false, deletionProtection: true }),
  ],
  [
    'user-existence-errors',
    (stack) => client(stack, { preventUserExistenceErrors: 'LEGACY' }),
    (stack) => client(stack, {}),
  ],
  [
    'implicit-flow',
    (stack) => client(stack, { allowedOAuthFlows: ['code', 'implicit'] }),
    (stack) => client(stack, { allowedOAuthFlows: ['code'] }),
  ],
  [
    'secret-in-environment',
    secret({ VALUE: '{{resolve:secretsmanager:origin:SecretString:::}}' }),
    secret({ ORIGIN_SECRET_ARN: 'arn:aws:secretsmanager:us-east-1:123456789012:secret:origin' }),
  ],
  ['secret-in-environment', secret({ STRIPE_API_KEY: 'value' }), secret({ TOKEN_ISSUER: 'https://issuer' })],
  ['secret-in-environment', secret({ VALUE: 'whsec_abc123' }), secret({ VALUE: 'us-east-1' })],
  [
    'environment-size',
    secret({ VALUE: 'x'.repeat(4_096) }),
    secret({ VALUE: 'x'.repeat(4_000), MORE: 'x'.repeat(60) }),
  ],
  ['log-retention', (stack) => lambda(stack, { loggingConfig: undefined }), (stack) => lambda(stack)],
  [
    'log-retention',
    (stack) => new CfnLogGroup(stack, 'Group'),
    (stack) => new CfnLogGroup(stack, 'Group', { retentionInDays: 30 }),
  ],
  ['deletion-protection', (stack) => table(stack, false, true), (stack) => table(stack, true, true)],
  ['point-in-time-recovery', (stack) => table(stack, true, false), (stack) => table(stack, true, true)],
  [
    'deletion-protection',
    (stack) => new UserPool(stack, 'Pool', { selfSignUpEnabled: false, deletionProtection: false }),
    (stack) => new UserPool(stack, 'Pool', { selfSignUpEnabled: false, deletionProtection: true }),
  ],
  [
    'cached-errors',
    (stack) => distribution(stack, [500, 502, 504]),
    (stack) => distribution(stack, [500, 502, 503, 504]),
  ],
  ['stream-readers', (stack) => readers(stack, 3), (stack) => readers(stack, 2)],
  [
    'retained-secret',
    (stack) => new Secret(stack, 'Secret', { removalPolicy: RemovalPolicy.DESTROY }),
    (stack) => new Secret(stack, 'Secret', { removalPolicy: RemovalPolicy.RETAIN }),
  ],
  ['public-bucket', (stack) => bucket(stack, { isPublic: true }), (stack) => bucket(stack)],
  ['retained-bucket', (stack) => bucket(stack, { isKept: false }), (stack) => bucket(stack)],
  [
    'cors-origin',
    (stack) => bucket(stack, { origin: '*' }),
    (stack) => bucket(stack, { origin: 'https://chat.example.com' }),
  ],
  [
    'cors-origin',
    (stack) => putCors(stack, 'https://*.cloudfront.net'),
    (stack) => putCors(stack, 'https://d1.cloudfront.net'),
  ],
  ['retained-name', (stack) => keptGroup(stack, 'mine'), (stack) => keptGroup(stack)],
  ['gateway-role-rights', (stack) => gatewayRole(stack, false), (stack) => gatewayRole(stack, true)],
  [
    'global-name',
    (stack) => accessControl(stack, 'parley-prod'),
    (stack) => accessControl(stack, 'parley-prod-eu-west-1'),
  ],
  [
    'global-name',
    (stack) => new CfnRole(stack, 'Role', { assumeRolePolicyDocument: {}, roleName: 'parley' }),
    (stack) => new CfnRole(stack, 'Role', { assumeRolePolicyDocument: {} }),
  ],
  [
    'handshake-header',
    (stack) => socketAuthorizer(stack, ['route.request.header.Sec-WebSocket-Protocol']),
    (stack) => socketAuthorizer(stack, []),
  ],
  [
    'mantle-projects',
    (stack) => infer(stack, 'arn:aws:bedrock-mantle:us-east-1:123456789012:project/*'),
    (stack) => infer(stack, 'arn:aws:bedrock-mantle:us-east-1:123456789012:project/default'),
  ],
  [
    'upload-headers',
    (stack) => uploads(stack, { StringEqualsIfExists: { 's3:x-amz-storage-class': 'STANDARD' } }),
    (stack) => uploads(stack, UPLOAD_CONDITIONS),
  ],
  [
    'profile-regions',
    (stack) => invoke(stack, PROFILE, modelIn('eu-west-1'), modelIn('eu-central-1')),
    (stack) => invoke(stack, PROFILE, modelIn('*')),
  ],
  [
    'dashboard-expression',
    (stack) => dashboard(stack, ...sumAndOther('SUM(METRICS())')),
    (stack) => dashboard(stack, ...sumAndOther('SUM(METRICS("lost"))')),
  ],
  [
    'dashboard-metrics',
    (stack) => dashboard(stack, ...Array.from({ length: 51 }, (_, i) => ['AWS/Lambda', `M${i}`])),
    (stack) => dashboard(stack, ...Array.from({ length: 50 }, (_, i) => ['AWS/Lambda', `M${i}`])),
  ],
  [
    'metric-namespace',
    (stack) => dashboard(stack, ['Parley', 'ReplyCostUsd']),
    (stack) => dashboard(stack, ['Parley/prod', 'ReplyCostUsd']),
  ],
  ['metric-namespace', (stack) => alarm(stack, 'Parley'), (stack) => alarm(stack, 'Parley/prod')],
  ['mail-identity', (stack) => mailing(stack, 'hello@example.com'), (stack) => mailing(stack, 'example.com')],
  ['unknown-action', (stack) => policy(stack, ['s3:GettObject']), (stack) => policy(stack, ['s3:GetObject'])],
  ['wildcard-action', (stack) => policy(stack, ['s3:Get*']), (stack) => policy(stack, ['s3:GetObject'])],
  ['wildcard-action', (stack) => policy(stack, ['*']), (stack) => policy(stack, ['s3:GetObject'])],
  [
    'wildcard-action',
    (stack) => policyWith(stack, { notActions: ['iam:*'], resources: ['arn:aws:s3:::bucket/key'] }),
    (stack) => policy(stack, ['s3:GetObject']),
  ],
  [
    'wildcard-resource',
    (stack) => policyWith(stack, { actions: ['s3:GetObject'], notResources: ['arn:aws:s3:::bucket/key'] }),
    (stack) => policy(stack, ['s3:GetObject']),
  ],
  [
    'wildcard-resource',
    (stack) => policy(stack, ['s3:GetObject'], ['*']),
    (stack) => policy(stack, ['xray:PutTraceSegments'], ['*']),
  ],
];

describe('the product’s own rules', () => {
  it.each(CASES)('%s reports the bad fixture, and not the good one', (rule, bad, good) => {
    expect(findingsIn(bad)).toEqual([rule]);
    expect(findingsIn(good)).toEqual([]);
  });

  it('all have a bad fixture', () => {
    expect([...new Set(CASES.map(([rule]) => rule))].sort()).toEqual(RULES.map(({ id }) => id).sort());
  });

  it('ask for protected data only where the stage promises it', () => {
    expect(findingsIn((stack) => table(stack, false, false), false)).toEqual([]);
  });

  it('accept a finding that is acknowledged for its rule, and for no other', () => {
    const build = (acknowledged: string) => (stack: Stack) =>
      acknowledge(policy(stack, ['s3:Get*']), { [acknowledged]: 'The fixture needs it.' });
    expect(findingsIn(build('wildcard-action'))).toEqual([]);
    expect(findingsIn(build('wildcard-resource'))).toEqual(['wildcard-action']);
  });
});

describe('a bad template ends synthesis', () => {
  const synth = (build: (stack: Stack) => void, arm: (app: App) => void) => () => {
    const app = new App({
      context: { '@aws-cdk/core:validateAgainstDefaultRules': true },
      analyticsReporting: false,
    });
    build(new Stack(app, 'Fixture'));
    arm(app);
    app.synth();
  };

  const arm = (app: App) =>
    Validations.of(app).addPlugins(
      new ProductRules({ protectData: false, stage: 'dev', region: 'us-east-1' }),
    );

  it('by a rule of the product', () => {
    expect(synth((stack) => policy(stack, ['s3:GettObject']), arm)).toThrow('product-rules::unknown-action');
    expect(synth((stack) => policy(stack, ['s3:GetObject']), arm)).not.toThrow();
  });

  it('when two functions of its stack and one of another stack read a stream', () => {
    const readFromTwoStacks = (count: number) => (stack: Stack) =>
      void readers(stack, count)(new Stack(App.of(stack), 'Other'), 'Far');
    expect(synth(readFromTwoStacks(2), arm)).toThrow('product-rules::stream-readers');
    expect(synth(readFromTwoStacks(1), arm)).not.toThrow();
  });

  it('not when two functions read each of two streams that have the same id in their stacks', () => {
    const twoTables = (stack: Stack) => {
      readers(stack, 2);
      readers(new Stack(App.of(stack), 'Other'), 2);
    };
    expect(synth(twoTables, arm)).not.toThrow();
  });

  it('by cdk-nag', () => {
    const arm = (app: App) => Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
    expect(synth((stack) => policy(stack, ['s3:Get*']), arm)).toThrow('AwsSolutions-IAM5');
  });

  it('by CDK’s own validation of templates', () => {
    const misspelt = (stack: Stack) => {
      new CfnResource(stack, 'Queue', { type: 'AWS::SQS::Queue', properties: { VisibilityTimeoutt: 30 } });
    };
    expect(synth(misspelt, () => undefined)).toThrow('VisibilityTimeoutt');
  });
});
