/** Roles of the assembly, the access keys that stand for them, and the question whether a call is allowed. */
import { createHash, randomBytes } from 'node:crypto';
import { AwsError } from '../aws-json/errors.ts';
import { ACCOUNT, type Authorize } from '../types.ts';
import { managedStatement } from './managed-policies.ts';
import {
  allows,
  listOf,
  type OneOrMany,
  type PolicyDocument,
  type RequestContext,
  type Statement,
} from './policy-evaluation.ts';

export type * from './policy-evaluation.ts';

/** The access key of the stack itself (table creation, tests): may do everything. */
export const ADMIN_ACCESS_KEY = 'LOCALADMIN';

/** Key of an operator's shell: a user of the account, who may do everything, as an administrator may. */
export interface OperatorKey {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

const OPERATOR = 'operator';
/** https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html#identifiers-prefixes */
const USERS_PREFIX = 'AKIA';

export const newOperatorKey = (): OperatorKey => ({
  accessKeyId: `${USERS_PREFIX}${randomBytes(8).toString('hex').toUpperCase()}`,
  secretAccessKey: randomBytes(30).toString('base64'),
});

/** True when a key is a user's, not a role's. */
export const isOperator = (accessKeyId: string | undefined): boolean =>
  accessKeyId?.startsWith(USERS_PREFIX) === true;

/** AWS::IAM::Role, resolved. */
export interface RoleProperties {
  readonly ManagedPolicyArns?: readonly string[];
  readonly Policies?: readonly { readonly PolicyDocument: PolicyDocument }[];
}

/** AWS::IAM::Policy or AWS::IAM::ManagedPolicy, resolved. */
export interface PolicyProperties {
  readonly PolicyDocument: PolicyDocument;
  readonly Roles?: OneOrMany<string>;
}

export interface Iam {
  readonly authorize: Authorize;
  /** The access key that a function or identity with this role signs with. */
  accessKeyOf(roleName: string): string;
  /** Takes an action from the roles whose name contains the text; for tests. */
  revoke(rolePart: string, action: string): void;
  /** Every denial so far, for tests. */
  readonly denied: readonly { readonly role: string; readonly action: string; readonly resource: string }[];
}

/** `roles` by physical name. @param operatorKey the operator's, where there is one */
export function createIam(
  roles: Readonly<Record<string, RoleProperties>>,
  policies: readonly PolicyProperties[],
  operatorKey?: string,
): Iam {
  const statements = new Map<string, Statement[]>();
  for (const [name, role] of Object.entries(roles)) statements.set(name, ownStatements(role));
  for (const { PolicyDocument: document, Roles } of policies)
    for (const name of listOf(Roles)) statements.get(name)?.push(...listOf(document.Statement));
  const roleOf = new Map<string, string>();
  if (operatorKey !== undefined) {
    roleOf.set(operatorKey, OPERATOR);
    statements.set(OPERATOR, [{ Effect: 'Allow', Action: '*', Resource: '*' }]);
  }
  const denied: { role: string; action: string; resource: string }[] = [];

  return {
    denied,
    accessKeyOf(roleName) {
      const key = `ASIA${createHash('sha256').update(roleName).digest('hex').slice(0, 16).toUpperCase()}`;
      roleOf.set(key, roleName);
      return key;
    },
    revoke(rolePart, action) {
      for (const [name, kept] of statements)
        if (name.includes(rolePart))
          statements.set(
            name,
            kept.flatMap((statement) => without(statement, action)),
          );
    },
    authorize(accessKeyId, action, resource) {
      if (accessKeyId === ADMIN_ACCESS_KEY) return;
      const role = roleOf.get(accessKeyId ?? '');
      if (role === undefined)
        throw new AwsError(
          'UnrecognizedClientException',
          'The security token included in the request is invalid.',
        );
      if (allows(statements.get(role) ?? [], action, resource, CONTEXT)) return;
      denied.push({ role, action, resource });
      throw accessDenied(role, action, resource);
    },
  };
}

function ownStatements({ ManagedPolicyArns = [], Policies = [] }: RoleProperties): Statement[] {
  return [
    ...ManagedPolicyArns.map(managedStatement),
    ...Policies.flatMap(({ PolicyDocument: document }) => listOf(document.Statement)),
  ];
}

function without(statement: Statement, action: string): Statement[] {
  if (statement.Action === undefined) return [statement];
  const Action = listOf(statement.Action).filter((granted) => granted !== action);
  return Action.length > 0 ? [{ ...statement, Action }] : [];
}

/** Every call inside the stack counts as encrypted in transit. */
const CONTEXT: RequestContext = { 'aws:SecureTransport': 'true' };

function accessDenied(role: string, action: string, resource: string): AwsError {
  const arn =
    role === OPERATOR ? `iam::${ACCOUNT}:user/${role}` : `sts::${ACCOUNT}:assumed-role/${role}/local`;
  const who = `User: arn:aws:${arn}`;
  const what = `is not authorized to perform: ${action} on resource: ${resource}`;
  const why = `because no identity-based policy allows the ${action} action`;
  return new AwsError('AccessDeniedException', `${who} ${what} ${why}`);
}
