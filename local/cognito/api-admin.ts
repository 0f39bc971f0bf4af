/** User-pool calls that are signed with AWS credentials. `json-api.ts` checks the caller's IAM rights before a call. */
import { randomBytes } from 'node:crypto';
import type { Action } from './api-unauthenticated.ts';
import { groupActions } from './api-user-groups.ts';
import { flowsOf } from './client-settings.ts';
import type { AppClient, Core, User } from './cognito-core-and-state.ts';
import { CognitoError, invalidParameter } from './cognito-errors.ts';
import type { Params } from './json-request-params.ts';
import { pageOf } from './list-pagination.ts';
import { mfaSettings, setPreference } from './mfa/software-tokens.ts';
import type { PasswordFlow } from './password-sign-in-and-challenges.ts';
import { checkPolicy, hashPassword } from './passwords.ts';
import { revokeAllOf } from './refresh-grants.ts';
import { runTrigger } from './triggers.ts';
import { addUser, describeUser, newUser, refuseTakenEmail, requireUser, touch, usersOf } from './users.ts';

export function adminActions(core: Core, flow: PasswordFlow): Record<string, Action> {
  const target = (params: Params): User => requireUser(core, params.text('UserPoolId'), params.username());
  const change =
    (apply: (user: User, params: Params) => void): Action =>
    (params) => {
      const user = target(params);
      apply(user, params);
      touch(core, user);
      return {};
    };
  return {
    AdminGetUser(params) {
      const user = target(params);
      return { ...describeUser(user, 'UserAttributes'), ...mfaSettings(user) };
    },
    AdminInitiateAuth(params) {
      const app = clientIn(core, params);
      if (params.text('AuthFlow') !== 'ADMIN_USER_PASSWORD_AUTH')
        throw invalidParameter(`not emulated: AuthFlow ${params.text('AuthFlow')}`);
      if (!flowsOf(app.client).includes('ALLOW_ADMIN_USER_PASSWORD_AUTH'))
        throw invalidParameter('Auth flow not enabled for this client');
      return flow.begin(app, params.map('AuthParameters'));
    },
    AdminRespondToAuthChallenge: (params) => flow.respond(clientIn(core, params), params),
    AdminSetUserMFAPreference: change((user, params) => setPreference(core, user, params)),
    AdminCreateUser: (params) => createByAdmin(core, params),
    async AdminSetUserPassword(params) {
      const user = target(params);
      checkPolicy(core.pool(params.text('UserPoolId')), params.password());
      user.password = await hashPassword(params.password());
      user.status = params.flag('Permanent') ? 'CONFIRMED' : 'FORCE_CHANGE_PASSWORD';
      user.temporarySince = core.now();
      touch(core, user);
      return {};
    },
    async AdminConfirmSignUp(params) {
      const user = target(params);
      user.status = 'CONFIRMED';
      touch(core, user);
      const poolId = params.text('UserPoolId');
      const source = 'PostConfirmation_ConfirmSignUp';
      await runTrigger(core, {
        name: 'PostConfirmation',
        source,
        poolId,
        clientId: 'CLIENT_ID_NOT_APPLICABLE',
        user,
      });
      return {};
    },
    AdminDeleteUser(params) {
      const user = target(params);
      revokeAllOf(core, user.sub);
      delete usersOf(core, params.text('UserPoolId'))[user.sub];
      core.save();
      return {};
    },
    AdminDisableUser: change((user) => {
      user.enabled = false;
    }),
    AdminEnableUser: change((user) => {
      user.enabled = true;
    }),
    AdminUserGlobalSignOut: change((user) => revokeAllOf(core, user.sub)),
    AdminUpdateUserAttributes: change((user, params) => {
      const attributes = params.attributes('UserAttributes');
      refuseTakenEmail(core, params.text('UserPoolId'), user, attributes);
      Object.assign(user.attributes, attributes);
    }),
    ...groupActions(core, target),
    DescribeUserPoolClient(params) {
      const { client, clientId: ClientId } = clientIn(core, params);
      return { UserPoolClient: { ...client, ClientId } };
    },
    DescribeUserPool: (params) => ({ UserPool: describePool(core, params.text('UserPoolId')) }),
    ListUsers: (params) => listUsers(core, params),
  };
}

function clientIn(core: Core, params: Params): AppClient {
  const app = core.clientOf(params.text('ClientId'));
  if (app.poolId !== params.text('UserPoolId'))
    throw new CognitoError('ResourceNotFoundException', `User pool client ${app.clientId} does not exist.`);
  return app;
}

/** https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_UserPoolType.html */
function describePool(core: Core, Id: string): object {
  const { UserPoolName, EmailConfiguration, MfaConfiguration = 'OFF' } = core.pool(Id);
  const { domains = [], mailFailure } = core.options;
  return {
    Id,
    Name: UserPoolName ?? Id,
    MfaConfiguration,
    EmailConfiguration: { EmailSendingAccount: 'COGNITO_DEFAULT', ...EmailConfiguration },
    EmailConfigurationFailure: mailFailure?.(),
    EstimatedNumberOfUsers: Object.keys(usersOf(core, Id)).length,
    Domain: domains.find(({ UserPoolId }) => UserPoolId === Id)?.Domain,
  };
}

async function createByAdmin(core: Core, params: Params): Promise<object> {
  const poolId = params.text('UserPoolId');
  const pool = core.pool(poolId);
  const attributes = params.attributes('UserAttributes');
  const user = newUser(core, params.username(), attributes, 'FORCE_CHANGE_PASSWORD');
  const isChosen = params.maybe('TemporaryPassword') !== undefined;
  const temporary = isChosen
    ? params.password('TemporaryPassword')
    : `${randomBytes(9).toString('base64url')}aA1!`;
  checkPolicy(pool, temporary);
  const source = 'PreSignUp_AdminCreateUser';
  await runTrigger(core, {
    name: 'PreSignUp',
    source,
    poolId,
    clientId: 'CLIENT_ID_NOT_APPLICABLE',
    user,
    request: {
      validationData: params.attributes('ValidationData'),
      clientMetadata: params.map('ClientMetadata'),
    },
  });
  user.password = await hashPassword(temporary);
  addUser(core, poolId, user);
  if (params.maybe('MessageAction') !== 'SUPPRESS') {
    const email = user.attributes.email ?? '';
    core.options.deliver({
      to: email,
      from: pool.EmailConfiguration?.From ?? 'no-reply@verificationemail.com',
      subject: 'Your temporary password',
      text: `Your username is ${email} and temporary password is ${temporary}`,
    });
  }
  return { User: describeUser(user, 'Attributes') };
}

/**
 * Attributes by which Cognito filters users. `cognito:user_status` and `status` are not emulated.
 * https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_ListUsers.html
 */
const FILTERS = [
  ...['username', 'sub', 'email', 'phone_number', 'name', 'given_name', 'family_name'],
  'preferred_username',
];

/** Emulates two forms of filter: `name = "value"` and `name ^= "prefix"`. */
function listUsers(core: Core, params: Params): object {
  const filter = params.maybe('Filter');
  const [, name = '', operator, value = ''] =
    /^\s*"?([\w:]+)"?\s*(\^?=)\s*"(.*)"\s*$/.exec(filter ?? '') ?? [];
  if (filter !== undefined && operator === undefined) throw invalidParameter(`Error while parsing filter.`);
  if (filter !== undefined && !FILTERS.includes(name))
    throw invalidParameter(`not emulated: filter by ${name}`);
  const found = Object.values(usersOf(core, params.text('UserPoolId'))).filter((user) => {
    const own = name === 'sub' || name === 'username' ? user.sub : (user.attributes[name] ?? '');
    if (operator === undefined) return true;
    return operator === '=' ? own === value : own.startsWith(value);
  });
  const { page, next } = pageOf(params, found, 'PaginationToken');
  return { Users: page.map((user) => describeUser(user, 'Attributes')), ...next };
}
