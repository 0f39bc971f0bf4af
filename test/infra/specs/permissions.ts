import type { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { dev, prod } from '../synthesized-deployments.ts';
import { grantsOf, isOfCdk, plainId, resourcesOf, short } from '../template-queries.ts';

const ACCOUNT = 'us-east-1:AWS::AccountId';
const POST = `execute-api:ManageConnections arn:aws:execute-api:${ACCOUNT}:SocketApi/socket/POST/@connections/*`;
const CLOSE = POST.replace('/POST/', '/DELETE/');
const SECRET = 'secretsmanager:GetSecretValue OriginSecret';
const model = (id: string, region = 'us-east-1') =>
  `bedrock:InvokeModelWithResponseStream arn:aws:bedrock:${region}::foundation-model/${id}`;
const on = (table: string, ...actions: string[]) => actions.map((action) => `dynamodb:${action} ${table}`);

/** Permission to check whether a caller's tokens are revoked. */
const SIGNED_IN = 'dynamodb:GetItem Connections';

/** Permissions to count frames and connections, and to close the connections of an abuser. */
const LIMITING = ['dynamodb:UpdateItem Usage', CLOSE, POST];

/** Permissions of each function besides writing its own logs and traces: exactly these. */
const PERMISSIONS: Readonly<Record<string, readonly string[]>> = {
  UsersPreSignUp: [...on('Invites', 'GetItem'), 'cognito-idp:DescribeUserPoolClient UsersPool'],
  UsersPreTokenGeneration: [],
  UsersCustomMessage: ['cognito-idp:DescribeUserPoolClient UsersPool'],
  UsersPostConfirmation: [...on('Connections', 'UpdateItem'), 'cognito-idp:AdminUserGlobalSignOut UsersPool'],
  FunctionsAuthorize: [SECRET],
  FunctionsConnect: [
    ...on('Connections', 'PutItem', 'UpdateItem', 'ConditionCheckItem', 'Query', 'DeleteItem'),
    ...LIMITING,
  ],
  FunctionsDisconnect: on('Connections', 'DeleteItem'),
  FunctionsInitChat: [
    ...on('Chats', 'PutItem', 'UpdateItem', 'GetItem', 'Query'),
    ...on('Connections', 'GetItem', 'PutItem', 'Query', 'DeleteItem'),
    ...LIMITING,
  ],
  FunctionsChat: [
    ...on('Chats', 'GetItem', 'UpdateItem', 'Query', 'BatchGetItem'),
    ...on('Usage', 'BatchGetItem'),
    ...on('Subscriptions', 'BatchGetItem'),
    ...on('Connections', 'BatchGetItem', 'Query', 'DeleteItem'),
    'lambda:InvokeFunction RepliesReply',
    ...LIMITING,
  ],
  FunctionsLikeMessage: [
    ...on('Chats', 'GetItem', 'UpdateItem', 'PutItem', 'Query', 'DeleteItem'),
    ...on('Connections', 'GetItem', 'Query', 'DeleteItem'),
    ...LIMITING,
  ],
  FunctionsStopReply: [...on('Chats', 'GetItem'), ...on('Connections', 'GetItem', 'PutItem'), ...LIMITING],
  FunctionsChats: [
    ...on('Chats', 'GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'),
    ...on('Connections', 'GetItem', 'Query', 'DeleteItem'),
    ...on('Usage', 'GetItem', 'UpdateItem'),
    ...on('Subscriptions', 'GetItem'),
    SECRET,
    POST,
  ],
  RepliesReply: [
    ...on('Chats', 'GetItem', 'BatchGetItem', 'Query', 'UpdateItem', 'DeleteItem'),
    ...on('Usage', 'UpdateItem'),
    ...on('Connections', 'Query', 'DeleteItem'),
    POST,
    's3:GetObject FilesBucket/files/*',
    's3:ListBucket FilesBucket',
    'sqs:SendMessage RepliesFailures',
    'bedrock-mantle:CreateInference RepliesModelsProject',
    `bedrock-mantle:CreateInference arn:aws:bedrock-mantle:us-east-2:AWS::AccountId:project/default`,
    model('openai.gpt-oss-120b-1:0'),
    model('deepseek.v3.2'),
    `bedrock:InvokeModelWithResponseStream arn:aws:bedrock:${ACCOUNT}:inference-profile/global.anthropic.claude-sonnet-5-5`,
    model('anthropic.claude-sonnet-5-5', '*'),
    model('anthropic.claude-sonnet-5-5', ''),
  ],
  SearchQuery: [...on('Search', 'Query', 'BatchGetItem'), ...on('Chats', 'BatchGetItem'), SIGNED_IN, SECRET],
  SearchIndex: [
    ...on('Search', 'PutItem'),
    ...on('Chats', 'DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'),
    'lambda:InvokeFunction SearchMerge',
    'lambda:InvokeFunction SearchDocuments',
    'sqs:SendMessage SearchChangesLost',
  ],
  SearchDocuments: [
    ...on('Chats', 'GetItem', 'BatchGetItem'),
    ...on('Search', 'GetItem', 'Query', 'PutItem', 'BatchWriteItem'),
    's3:GetObject FilesBucket/files/*.txt',
    's3:ListBucket FilesBucket',
    'lambda:InvokeFunction SearchMerge',
    'sqs:SendMessage SearchChangesLost',
  ],
  SearchMerge: [
    ...on('Search', 'Query', 'PutItem', 'ConditionCheckItem', 'BatchWriteItem'),
    ...on('Chats', 'BatchGetItem'),
  ],
  ChatRemovalPurge: [
    ...on('Chats', 'GetItem', 'Query', 'UpdateItem', 'DeleteItem'),
    ...on('Search', 'Query', 'BatchWriteItem'),
    's3:DeleteObject FilesBucket/files/*',
    ...on('Chats', 'DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'),
    'lambda:InvokeFunction LeavingJob',
    'sqs:SendMessage ChatRemovalRemovalsLost',
  ],
  GettingInWaitlist: [...on('Usage', 'UpdateItem'), ...on('Waitlist', 'PutItem'), SECRET],
  GettingInSignup: [
    ...on('Usage', 'UpdateItem'),
    ...on('Invites', 'GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'),
    ...on('Connections', 'UpdateItem', 'Query', 'DeleteItem'),
    SIGNED_IN,
    CLOSE,
    ...['AdminGetUser', 'AdminDeleteUser', 'AdminUserGlobalSignOut'].map(
      (action) => `cognito-idp:${action} UsersPool`,
    ),
    SECRET,
  ],
  AdminApi: [
    ...on('Waitlist', 'GetItem', 'Query', 'PutItem', 'DeleteItem'),
    ...on('Invites', 'GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem'),
    ...on('Audit', 'PutItem', 'Query'),
    ...on('Subscriptions', 'GetItem'),
    ...on('Usage', 'Query', 'GetItem', 'PutItem', 'DeleteItem'),
    ...on('Chats', 'GetItem', 'Query'),
    ...on('Connections', 'UpdateItem', 'Query', 'DeleteItem'),
    SIGNED_IN,
    CLOSE,
    POST,
    ...[
      'AdminGetUser',
      'AdminListGroupsForUser',
      'ListUsers',
      'ListUsersInGroup',
      'AdminDisableUser',
      'AdminEnableUser',
      'AdminUserGlobalSignOut',
    ].map((action) => `cognito-idp:${action} UsersPool`),
    SECRET,
  ],
  BillingApi: [
    ...on('Subscriptions', 'GetItem', 'PutItem', 'UpdateItem'),
    ...on('Audit', 'PutItem'),
    SIGNED_IN,
    ...['AdminGetUser', 'AdminListGroupsForUser'].map((action) => `cognito-idp:${action} UsersPool`),
    SECRET,
  ],
  UsageApi: [
    ...on('Subscriptions', 'GetItem'),
    ...on('Usage', 'Query'),
    ...on('Chats', 'GetItem'),
    SIGNED_IN,
    SECRET,
  ],
  PersonalApi: [
    ...on('Chats', 'GetItem', 'PutItem', 'Query', 'UpdateItem', 'DeleteItem'),
    ...on('Connections', 'Query', 'DeleteItem'),
    POST,
    SIGNED_IN,
    SECRET,
  ],
  SharingApi: [
    ...on('Chats', 'GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'),
    ...on('Connections', 'Query', 'DeleteItem'),
    ...on('Usage', 'UpdateItem'),
    POST,
    SIGNED_IN,
    SECRET,
  ],
  SharingPublic: [...on('Chats', 'GetItem'), ...on('Usage', 'UpdateItem'), SECRET],
  ImportApi: [
    ...on('Chats', 'GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem'),
    ...on('Subscriptions', 'GetItem'),
    ...on('Usage', 'GetItem', 'UpdateItem'),
    ...on('Connections', 'Query', 'DeleteItem'),
    POST,
    SIGNED_IN,
    SECRET,
  ],
  ProjectsApi: [
    ...on('Chats', 'GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'),
    ...on('Chats', 'ConditionCheckItem'),
    ...on('Subscriptions', 'GetItem'),
    ...on('Connections', 'Query', 'DeleteItem'),
    POST,
    SIGNED_IN,
    SECRET,
  ],
  FilesRegister: [
    ...on('Chats', 'BatchGetItem', 'GetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'),
    ...on('Subscriptions', 'GetItem'),
    ...on('Usage', 'UpdateItem'),
    's3:GetObject FilesBucket/uploads/*',
    's3:DeleteObject FilesBucket/uploads/*',
    's3:PutObject FilesBucket/files/*',
    's3:DeleteObject FilesBucket/files/*',
    's3:ListBucket FilesBucket',
    SIGNED_IN,
    SECRET,
  ],
  FilesApi: [
    ...on('Chats', 'BatchGetItem', 'GetItem', 'Query', 'UpdateItem', 'DeleteItem'),
    ...on('Subscriptions', 'GetItem'),
    ...on('Connections', 'Query', 'DeleteItem'),
    's3:GetObject FilesBucket/files/*',
    's3:ListBucket FilesBucket',
    POST,
    SIGNED_IN,
    SECRET,
  ],
  LeavingAccount: [
    ...on('Chats', 'GetItem', 'BatchGetItem', 'Query', 'PutItem'),
    ...on('Usage', 'Query'),
    ...on('Connections', 'UpdateItem', 'Query', 'DeleteItem'),
    SIGNED_IN,
    CLOSE,
    POST,
    ...['Subscriptions', 'Invites', 'Waitlist'].flatMap((table) => on(table, 'GetItem')),
    'cognito-idp:AdminGetUser UsersPool',
    SECRET,
  ],
  SecondFactorApi: [
    ...on('Usage', 'UpdateItem'),
    ...on('Connections', 'UpdateItem', 'Query', 'DeleteItem'),
    SIGNED_IN,
    CLOSE,
    ...[
      'AdminGetUser',
      'AdminInitiateAuth',
      'AdminRespondToAuthChallenge',
      'AdminSetUserMFAPreference',
      'AdminUserGlobalSignOut',
    ].map((action) => `cognito-idp:${action} UsersPool`),
    SECRET,
  ],
  LeavingJob: [
    ...on('Chats', 'GetItem', 'Query', 'UpdateItem', 'DeleteItem', 'BatchWriteItem'),
    ...['Connections', 'Usage', 'Subscriptions'].flatMap((table) => on(table, 'Query', 'DeleteItem')),
    ...on('Subscriptions', 'GetItem'),
    ...on('Connections', 'UpdateItem'),
    CLOSE,
    POST,
    ...on('Search', 'Query', 'BatchWriteItem'),
    's3:DeleteObject FilesBucket/files/*',
    's3:ListBucket FilesBucket',
    ...on('Invites', 'GetItem', 'Query', 'BatchGetItem', 'UpdateItem', 'DeleteItem'),
    ...on('Waitlist', 'GetItem', 'DeleteItem'),
    ...['AdminDisableUser', 'AdminUserGlobalSignOut', 'AdminDeleteUser'].map(
      (action) => `cognito-idp:${action} UsersPool`,
    ),
    'sqs:SendMessage LeavingLost',
  ],
  LostWorkCount: [
    'RepliesLost',
    'SearchChangesLost',
    'ChatRemovalRemovalsLost',
    'LeavingLost',
    'RetentionLost',
  ].map((queue) => `sqs:GetQueueAttributes ${queue}`),
  RetentionJob: [
    ...on('Chats', 'Query', 'UpdateItem', 'DeleteItem'),
    ...on('Subscriptions', 'GetItem'),
    ...on('Usage', 'GetItem', 'PutItem'),
    'cognito-idp:ListUsers UsersPool',
    'sqs:SendMessage RetentionLost',
  ],
  RepliesReplyFailed: [
    ...on('Chats', 'UpdateItem', 'GetItem', 'BatchGetItem', 'Query', 'DeleteItem'),
    ...on('Usage', 'UpdateItem'),
    ...on('Connections', 'Query', 'DeleteItem'),
    POST,
    ...[
      'ReceiveMessage',
      'ChangeMessageVisibility',
      'GetQueueUrl',
      'DeleteMessage',
      'GetQueueAttributes',
    ].map((action) => `sqs:${action} RepliesFailures`),
  ],
};

const STRIPE_SECRET = 'secretsmanager:GetSecretValue BillingStripeSecret';

const SEND_MAIL = ['configuration-set/parley-prod', 'identity/*'].map(
  (resource) => `ses:SendEmail arn:aws:ses:${ACCOUNT}:${resource}`,
);

/** Permissions besides PERMISSIONS where mail has a sender and payments go through Stripe, as in `prod`. */
const IN_PROD: Readonly<Record<string, readonly string[]>> = {
  AdminApi: SEND_MAIL,
  GettingInSignup: SEND_MAIL,
  SharingApi: SEND_MAIL,
  SharingPublic: SEND_MAIL,
  BillingApi: [STRIPE_SECRET],
  LostWorkCount: ['sqs:GetQueueAttributes BillingStripeLost'],
  LeavingJob: [STRIPE_SECRET],
};

const aboutUsers = [
  ...on('Audit', 'PutItem'),
  SIGNED_IN,
  ...['AdminGetUser', 'AdminListGroupsForUser'].map((action) => `cognito-idp:${action} UsersPool`),
  SECRET,
];
const fromStripe = [...on('Subscriptions', 'GetItem', 'PutItem'), STRIPE_SECRET];

/** Functions of one deployment alone: support needs mail, and payments are a test in dev and Stripe's in prod. */
const ALONE: Readonly<Record<'dev' | 'prod', Readonly<Record<string, readonly string[]>>>> = {
  dev: { BillingTestSubscription: [...on('Subscriptions', 'GetItem', 'PutItem'), ...aboutUsers] },
  prod: {
    BillingStripeWebhook: [...fromStripe, 'lambda:InvokeFunction BillingStripeApply'],
    BillingStripeApply: [...fromStripe, 'sqs:SendMessage BillingStripeLost'],
    BillingStripeReconcile: [
      ...fromStripe,
      'lambda:InvokeFunction BillingStripeApply',
      'sqs:SendMessage BillingStripeLost',
    ],
    SupportApi: [
      ...on('Usage', 'UpdateItem'),
      ...on('Subscriptions', 'GetItem'),
      SIGNED_IN,
      SECRET,
      ...['configuration-set/parley-prod', 'identity/*'].map(
        (resource) => `ses:SendEmail arn:aws:ses:${ACCOUNT}:${resource}`,
      ),
    ],
  },
};
const STAGES = [
  ['dev', dev, { ...PERMISSIONS, ...ALONE.dev }],
  ['prod', prod, { ...PERMISSIONS, ...ALONE.prod }],
] as const;

const own = (name: string) => [
  `logs:CreateLogStream ${name}Logs`,
  `logs:PutLogEvents ${name}Logs`,
  'xray:PutTelemetryRecords *',
  'xray:PutTraceSegments *',
];

/** Returns the product's functions. Constructs acknowledge the findings on the functions that CDK adds. */
const functionsOf = (template: Template) =>
  resourcesOf(template, 'AWS::Lambda::Function').filter(({ id }) => !isOfCdk(id));

export function permissionSpecs(): void {
  describe('permissions (docs/safety.md 36)', () => {
    for (const [stage, { data, app }, permissions] of STAGES)
      it.each(Object.entries(permissions))(`${stage}: %s has exactly its row’s rights`, (name, expected) => {
        const granted = [...grantsOf(data, `${name}Role`), ...grantsOf(app, `${name}Role`)];
        const more = stage === 'prod' ? (IN_PROD[name] ?? []) : [];
        expect([...granted].sort()).toEqual([...expected, ...more, ...own(name)].sort());
      });

    it.each(STAGES)('%s: has a row for every function, and each function a role of its own', (...row) => {
      const [, { data, app }, permissions] = row;
      const functions = [...functionsOf(data), ...functionsOf(app)];
      expect(functions.map(({ id }) => plainId(id)).sort()).toEqual(Object.keys(permissions).sort());
      for (const { id, properties } of functions) expect(short(properties.Role)).toBe(`${plainId(id)}Role`);
      for (const { properties } of [
        ...resourcesOf(app, 'AWS::IAM::Role'),
        ...resourcesOf(data, 'AWS::IAM::Role'),
      ])
        if (properties.ManagedPolicyArns !== undefined)
          expect(JSON.stringify(properties)).toContain('BasicExecutionRole');
    });

    it('lets signed-in identities upload below their own prefix, and others do nothing', () => {
      // biome-ignore lint/suspicious/noTemplateCurlyInString: IAM replaces it
      const own = 'FilesBucket/uploads/${cognito-identity.amazonaws.com:sub}/*';
      expect(grantsOf(dev.app, 'IdentityPoolAuthenticated')).toEqual(
        ['PutObject', 'AbortMultipartUpload', 'ListMultipartUploadParts'].map(
          (action) => `s3:${action} ${own}`,
        ),
      );
      expect(grantsOf(dev.app, 'IdentityPoolUnauthenticated')).toEqual([]);
    });
  });
}
