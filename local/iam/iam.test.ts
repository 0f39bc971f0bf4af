import { describe, expect, it } from 'vitest';
import {
  ADMIN_ACCESS_KEY,
  createIam,
  isOperator,
  type KeptSession,
  newOperatorKey,
  type Statement,
} from './iam.ts';
import { allows } from './policy-evaluation.ts';

const TABLE = 'arn:aws:dynamodb:us-east-1:000000000000:table/Chats';
const reads: Statement = {
  Effect: 'Allow',
  Action: ['dynamodb:GetItem', 'dynamodb:Batch*'],
  Resource: TABLE,
};
// biome-ignore lint/suspicious/noTemplateCurlyInString: IAM replaces it
const VARIABLE = 'home/${user:sub}';

describe('allows', () => {
  it('needs action and resource', () => {
    expect(allows([reads], 'dynamodb:GetItem', TABLE)).toBe(true);
    expect(allows([reads], 'dynamodb:BatchGetItem', TABLE)).toBe(true);
    expect(allows([reads], 'dynamodb:PutItem', TABLE)).toBe(false);
    expect(allows([reads], 'dynamodb:GetItem', `${TABLE}2`)).toBe(false);
  });

  it('lets a deny win', () => {
    const deny: Statement = { Effect: 'Deny', Action: '*', Resource: '*' };
    expect(allows([reads, deny], 'dynamodb:GetItem', TABLE)).toBe(false);
  });

  it('needs the conditions to hold', () => {
    const keyed: Statement = {
      ...reads,
      Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['OWNER#a*'] } },
    };
    const context = (key: string) => ({ 'dynamodb:LeadingKeys': key });
    expect(allows([keyed], 'dynamodb:GetItem', TABLE, context('OWNER#ab'))).toBe(true);
    expect(allows([keyed], 'dynamodb:GetItem', TABLE, context('OWNER#b'))).toBe(false);
  });

  it.each<[string, Record<string, string>, boolean, boolean]>([
    // The condition, then the outcome for a request without the key, and for one with the value STANDARD.
    ['StringEquals STANDARD', { StringEquals: 'STANDARD' }, false, true],
    ['StringEqualsIfExists STANDARD', { StringEqualsIfExists: 'STANDARD' }, true, true],
    ['StringEqualsIfExists GLACIER', { StringEqualsIfExists: 'GLACIER' }, true, false],
    ['StringNotEquals GLACIER', { StringNotEquals: 'GLACIER' }, true, true],
    ['StringNotEquals STANDARD', { StringNotEquals: 'STANDARD' }, true, false],
    ['ForAllValues:StringEquals STANDARD', { 'ForAllValues:StringEquals': 'STANDARD' }, true, true],
    ['ForAnyValue:StringEquals STANDARD', { 'ForAnyValue:StringEquals': 'STANDARD' }, false, true],
    ['ForAnyValue:StringEquals GLACIER', { 'ForAnyValue:StringEquals': 'GLACIER' }, false, false],
    ['Null true', { Null: 'true' }, true, false],
    ['Null false', { Null: 'false' }, false, true],
  ])('evaluates a condition on a key that may be missing: %s', (_, condition, missing, present) => {
    const key = 's3:x-amz-storage-class';
    const Condition = Object.fromEntries(
      Object.entries(condition).map(([operator, value]) => [operator, { [key]: value }]),
    );
    const put: Statement = { Effect: 'Allow', Action: 's3:PutObject', Resource: '*', Condition };
    expect(allows([put], 's3:PutObject', 'arn')).toBe(missing);
    expect(allows([put], 's3:PutObject', 'arn', { [key]: 'STANDARD' })).toBe(present);
  });

  it('puts the context into policy variables, as text', () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: IAM replaces it
    const Resource = 'arn:aws:s3:::bucket/${user:sub}/*';
    const own: Statement = { Effect: 'Allow', Action: 's3:PutObject', Resource };
    const may = (key: string, context: Record<string, string>) =>
      allows([own], 's3:PutObject', `arn:aws:s3:::bucket/${key}`, context);
    expect(may('me/file', { 'user:sub': 'me' })).toBe(true);
    expect(may('you/file', { 'user:sub': 'me' })).toBe(false);
    expect(may('you/file', { 'user:sub': '*' })).toBe(false);
    expect(may('*/file', { 'user:sub': '*' })).toBe(true);
    expect(may('/file', {})).toBe(false);
    expect(may('x/file', {})).toBe(false);
  });

  it.each<[string, Record<string, string>, boolean, boolean]>([
    // The context, then whether its key s3:prefix equals the variable, and whether it differs from it.
    ['the variable’s value', { 's3:prefix': 'home/me', 'user:sub': 'me' }, true, false],
    ['another value', { 's3:prefix': 'home/you', 'user:sub': 'me' }, false, true],
    ['a value that a wildcard would match', { 's3:prefix': 'home/you', 'user:sub': '*' }, false, true],
    ['the variable’s name', { 's3:prefix': VARIABLE, 'user:sub': 'me' }, false, true],
    ['a variable without a value', { 's3:prefix': VARIABLE }, false, true],
  ])('compares strings with the value of a policy variable: %s', (_, context, equals, differs) => {
    const may = (operator: string) =>
      allows(
        [
          {
            Effect: 'Allow',
            Action: '*',
            Resource: '*',
            Condition: { [operator]: { 's3:prefix': VARIABLE } },
          },
        ],
        ...(['s3:ListBucket', 'arn', context] as const),
      );
    expect([may('StringEquals'), may('StringNotEquals')]).toEqual([equals, differs]);
  });

  it('throws for an operator it does not know', () => {
    const odd: Statement = { ...reads, Condition: { IpAddress: { 'aws:SourceIp': '10.0.0.0/8' } } };
    expect(() => allows([odd], 'dynamodb:GetItem', TABLE)).toThrow('IpAddress');
  });
});

describe('createIam', () => {
  const iam = createIam({ Chat: { ManagedPolicyArns: [] }, Other: {} }, [
    { PolicyDocument: { Statement: [reads] }, Roles: ['Chat'] },
  ]);

  it('tells roles apart by access key', () => {
    iam.authorize(iam.accessKeyOf('Chat'), 'dynamodb:GetItem', TABLE);
    iam.authorize(ADMIN_ACCESS_KEY, 'dynamodb:DeleteTable', TABLE);
    const session = iam.openSession('Chat', {}, 5);
    expect(iam.keyOf(session.accessKeyId)).toMatchObject({
      sessionToken: session.sessionToken,
      expiresAt: 5,
    });
    expect(iam.allowed(session.accessKeyId, 'dynamodb:GetItem', TABLE)).toBe(true);
    expect(iam.allowed(session.accessKeyId, 'dynamodb:DeleteTable', TABLE)).toBe(false);
    expect(iam.keyOf('ASIAUNKNOWN')).toBeUndefined();
    expect(iam.denied).toEqual([]);
    const other = iam.accessKeyOf('Other');
    expect(() => iam.authorize(other, 'dynamodb:GetItem', TABLE)).toThrow(
      /assumed-role\/Other\/local is not authorized to perform: dynamodb:GetItem on resource/,
    );
    expect(iam.denied).toEqual([{ role: 'Other', action: 'dynamodb:GetItem', resource: TABLE }]);
  });

  it('lets the operator do everything, under a name of their own, and only with their key', () => {
    const { accessKeyId } = newOperatorKey();
    const withOperator = createIam({ Chat: {} }, [], accessKeyId);
    withOperator.authorize(accessKeyId, 'dynamodb:DeleteTable', TABLE);
    expect(isOperator(accessKeyId)).toBe(true);
    const role = withOperator.accessKeyOf('Chat');
    expect(isOperator(role)).toBe(false);
    expect(() => withOperator.authorize(role, 'dynamodb:DeleteTable', TABLE)).toThrow('not authorized');
    const other = newOperatorKey().accessKeyId;
    expect(() => withOperator.authorize(other, 'dynamodb:DeleteTable', TABLE)).toThrow('security token');
  });

  it('keeps sessions over a restart, with their variables', () => {
    let stored: readonly KeptSession[] = [];
    const kept = {
      load: () => stored,
      save: (sessions: readonly KeptSession[]) => {
        stored = structuredClone(sessions);
      },
    };
    // biome-ignore lint/suspicious/noTemplateCurlyInString: IAM replaces it
    const Resource = 'arn:aws:s3:::b/${user:sub}/*';
    const own: Statement = { Effect: 'Allow', Action: 's3:PutObject', Resource };
    const start = () =>
      createIam({ User: {} }, [{ Roles: ['User'], PolicyDocument: { Statement: own } }], undefined, kept);
    const session = start().openSession('User', { 'user:sub': 'me' }, 5);
    const again = start();
    expect(again.keyOf(session.accessKeyId)).toMatchObject({ secretAccessKey: session.secretAccessKey });
    expect(again.allowed(session.accessKeyId, 's3:PutObject', 'arn:aws:s3:::b/me/file')).toBe(true);
    expect(again.allowed(session.accessKeyId, 's3:PutObject', 'arn:aws:s3:::b/you/file')).toBe(false);
  });

  it('refuses the credentials of a session from the time of their expiry', () => {
    const clock = { now: () => 4 };
    const may = { PolicyDocument: { Statement: [reads] }, Roles: ['Chat'] };
    const own = createIam({ Chat: {} }, [may], undefined, undefined, clock);
    const { accessKeyId } = own.openSession('Chat', {}, 5);
    own.authorize(accessKeyId, 'dynamodb:GetItem', TABLE);
    clock.now = () => 5;
    expect(() => own.authorize(accessKeyId, 'dynamodb:GetItem', TABLE)).toThrow(
      expect.objectContaining({ code: 'ExpiredTokenException' }),
    );
    own.authorize(own.accessKeyOf('Chat'), 'dynamodb:GetItem', TABLE);
    expect(own.denied).toEqual([]);
  });

  it.each<[string, Statement]>([
    ['by its name', { ...reads, Action: 'dynamodb:BatchGetItem' }],
    ['by a wildcard', reads],
    ['by exceptions', { Effect: 'Allow', NotAction: 'dynamodb:PutItem', Resource: '*' }],
  ])('revokes an action that is granted %s, and no other', (_, Statement) => {
    const may = {
      PolicyDocument: { Statement: [Statement, { ...reads, Action: 'dynamodb:GetItem' }] },
      Roles: ['ChatRole'],
    };
    const own = createIam({ ChatRole: {}, OtherRole: {} }, [may, { ...may, Roles: ['OtherRole'] }]);
    own.revoke('Chat', 'dynamodb:BatchGetItem');
    const allowed = (role: string, action: string) => own.allowed(own.accessKeyOf(role), action, TABLE);
    expect(allowed('ChatRole', 'dynamodb:BatchGetItem')).toBe(false);
    expect(allowed('ChatRole', 'dynamodb:GetItem')).toBe(true);
    expect(allowed('OtherRole', 'dynamodb:BatchGetItem')).toBe(true);
  });

  it('refuses a key that no role has', () => {
    expect(() => iam.authorize('AKIAFOREIGN', 'dynamodb:GetItem', TABLE)).toThrow('security token');
  });

  it('throws for a managed policy it does not know', () => {
    const arn = 'arn:aws:iam::aws:policy/AdministratorAccess';
    expect(() => createIam({ Chat: { ManagedPolicyArns: [arn] } }, [])).toThrow('AdministratorAccess');
  });
});
