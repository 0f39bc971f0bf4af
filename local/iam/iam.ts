/** Emulates IAM: the roles of the templates, access keys, and the check whether a call is allowed. */
import { createHash, randomBytes } from 'node:crypto';
import { AwsError } from '../aws-json/aws-error.ts';
import type { Authorize, Clock } from '../emulator-types.ts';
import { ACCOUNT } from '../region-and-account.ts';
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

/** Access key of the stack's own DynamoDB client and of tests. It may do everything. */
export const ADMIN_ACCESS_KEY = 'LOCALADMIN';

/** Access key of an operator's shell, with an administrator's rights. */
export interface OperatorKey {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

const OPERATOR = 'operator';
/**
 * Prefix of the access keys of IAM users. In this emulation, only the operator is an IAM user.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html#identifiers-prefixes
 */
const USERS_PREFIX = 'AKIA';

export const newOperatorKey = (): OperatorKey => ({
  accessKeyId: `${USERS_PREFIX}${randomBytes(8).toString('hex').toUpperCase()}`,
  secretAccessKey: randomBytes(30).toString('base64'),
});

/** Secret and session token of every function's access key. `ADMIN_ACCESS_KEY` has the same secret, and no token. */
export const ROLE_SECRET = 'local';
export const ROLE_TOKEN = 'local';

export const isOperator = (accessKeyId: string | undefined): boolean =>
  accessKeyId?.startsWith(USERS_PREFIX) === true;

export interface RoleProperties {
  readonly ManagedPolicyArns?: readonly string[];
  readonly Policies?: readonly { readonly PolicyDocument: PolicyDocument }[];
}

/** Properties of an AWS::IAM::Policy or AWS::IAM::ManagedPolicy, with references resolved. */
export interface PolicyProperties {
  readonly PolicyDocument: PolicyDocument;
  readonly Roles?: OneOrMany<string>;
}

export interface KeySecret {
  readonly secretAccessKey: string;
  /** Present for temporary credentials. */
  readonly sessionToken?: string;
  /** Unix milliseconds. @default never */
  readonly expiresAt?: number;
}

/** Error for an expired key. S3, `bedrock-mantle` and the AWS query protocol use another name for it. */
export const expiredToken = (): AwsError =>
  new AwsError('ExpiredTokenException', 'The security token included in the request is expired');

/** `now` is in Unix milliseconds. */
export const hasExpired = ({ expiresAt = Number.POSITIVE_INFINITY }: KeySecret, now: number): boolean =>
  now >= expiresAt;

/** Temporary credentials that give one caller the rights of a role. */
export interface Session extends Required<KeySecret> {
  readonly accessKeyId: string;
}

/** Session that is saved for the next start of the stack. `context` has the values of policy variables. */
export interface KeptSession extends Session {
  readonly roleName: string;
  readonly context: Readonly<Record<string, string>>;
}
export interface KeptSessions {
  readonly load: () => readonly KeptSession[];
  readonly save: (sessions: readonly KeptSession[]) => void;
}

export interface Iam {
  readonly authorize: Authorize;
  /** Unlike `authorize`, ignores the key's expiry, and adds nothing to `denied`. */
  allowed(accessKeyId: string, action: string, resource: string): boolean;
  /** Returns the access key of the functions with this role. */
  accessKeyOf(roleName: string): string;
  /** `context` has the values of policy variables; `expiresAt` is in Unix milliseconds. */
  openSession(roleName: string, context: Readonly<Record<string, string>>, expiresAt: number): Session;
  /** Returns undefined for an unknown key, and for the operator's key if `createIam` got only the key's id. */
  keyOf(accessKeyId: string): KeySecret | undefined;
  /** Denies an action to the roles whose name contains `rolePart`; for tests. */
  revoke(rolePart: string, action: string): void;
  /** Calls that `authorize` has denied because the role lacks the right; for tests. */
  readonly denied: readonly { readonly role: string; readonly action: string; readonly resource: string }[];
}

/**
 * `roles` has the properties of roles by physical name.
 * @param operatorKey access key of the operator, or only the key's id. @default there is no operator
 * @param kept loads the saved sessions, and saves all sessions when a session opens. @default sessions are not saved
 * @param clock time by which sessions expire. @default the machine's clock
 */
export function createIam(
  roles: Readonly<Record<string, RoleProperties>>,
  policies: readonly PolicyProperties[],
  operatorKey?: OperatorKey | string,
  kept?: KeptSessions,
  clock: Clock = Date,
): Iam {
  const statements = new Map<string, Statement[]>();
  for (const [name, role] of Object.entries(roles)) statements.set(name, ownStatements(role));
  for (const { PolicyDocument: document, Roles } of policies)
    for (const name of listOf(Roles)) statements.get(name)?.push(...listOf(document.Statement));
  const roleOf = new Map<string, string>();
  const sessions = new Map((kept?.load() ?? []).map((session) => [session.accessKeyId, session]));
  for (const { accessKeyId, roleName } of sessions.values()) roleOf.set(accessKeyId, roleName);
  const operator = typeof operatorKey === 'string' ? { accessKeyId: operatorKey } : operatorKey;
  if (operator !== undefined) {
    roleOf.set(operator.accessKeyId, OPERATOR);
    statements.set(OPERATOR, [{ Effect: 'Allow', Action: '*', Resource: '*' }]);
  }
  const denied: { role: string; action: string; resource: string }[] = [];
  const isAllowed = (
    accessKeyId = '',
    action: string,
    resource: string,
    context: RequestContext = {},
  ): boolean => {
    if (accessKeyId === ADMIN_ACCESS_KEY) return true;
    const ofRole = statements.get(roleOf.get(accessKeyId) ?? '') ?? [];
    const ofSession = sessions.get(accessKeyId)?.context;
    return allows(ofRole, action, resource, { ...CONTEXT, ...ofSession, ...context });
  };

  return {
    denied,
    allowed: isAllowed,
    openSession(roleName, context, expiresAt) {
      const accessKeyId = `ASIA${randomBytes(8).toString('hex').toUpperCase()}`;
      const session = {
        ...{ accessKeyId, roleName, expiresAt, context },
        secretAccessKey: randomBytes(30).toString('base64'),
        sessionToken: randomBytes(96).toString('base64'),
      };
      roleOf.set(accessKeyId, roleName);
      sessions.set(accessKeyId, session);
      kept?.save([...sessions.values()]);
      return session;
    },
    keyOf(accessKeyId) {
      if (accessKeyId === ADMIN_ACCESS_KEY) return { secretAccessKey: ROLE_SECRET };
      if (operator !== undefined && accessKeyId === operator.accessKeyId)
        return 'secretAccessKey' in operator ? { secretAccessKey: operator.secretAccessKey } : undefined;
      const session = sessions.get(accessKeyId);
      if (session) return session;
      return roleOf.has(accessKeyId) ? { secretAccessKey: ROLE_SECRET, sessionToken: ROLE_TOKEN } : undefined;
    },
    accessKeyOf(roleName) {
      const key = `ASIA${createHash('sha256').update(roleName).digest('hex').slice(0, 16).toUpperCase()}`;
      roleOf.set(key, roleName);
      return key;
    },
    revoke(rolePart, action) {
      for (const [name, ofRole] of statements)
        if (name.includes(rolePart)) ofRole.push({ Effect: 'Deny', Action: action, Resource: '*' });
    },
    authorize(accessKeyId, action, resource, context = {}) {
      if (accessKeyId === ADMIN_ACCESS_KEY) return;
      const role = roleOf.get(accessKeyId ?? '');
      if (role === undefined)
        throw new AwsError(
          'UnrecognizedClientException',
          'The security token included in the request is invalid.',
        );
      const session = sessions.get(accessKeyId ?? '');
      if (session && hasExpired(session, clock.now())) throw expiredToken();
      if (isAllowed(accessKeyId, action, resource, context)) return;
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

/** Calls inside the stack count as encrypted, although most of its endpoints have no TLS. */
const CONTEXT: RequestContext = { 'aws:SecureTransport': 'true' };

function accessDenied(role: string, action: string, resource: string): AwsError {
  const arn =
    role === OPERATOR ? `iam::${ACCOUNT}:user/${role}` : `sts::${ACCOUNT}:assumed-role/${role}/local`;
  const who = `User: arn:aws:${arn}`;
  const what = `is not authorized to perform: ${action} on resource: ${resource}`;
  const why = `because no identity-based policy allows the ${action} action`;
  return new AwsError('AccessDeniedException', `${who} ${what} ${why}`);
}
