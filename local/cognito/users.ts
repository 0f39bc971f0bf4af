import { randomUUID } from 'node:crypto';
import type { AppClient, Core, User, UserStatus } from './cognito-core-and-state.ts';
import { CognitoError, invalidParameter, notAuthorized, userNotFound } from './cognito-errors.ts';

const STANDARD = new Set(
  'address birthdate email family_name gender given_name locale middle_name name nickname phone_number picture preferred_username profile updated_at website zoneinfo'.split(
    ' ',
  ),
);
/** https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminGetUser.html */
export const USERNAME_MAX_LENGTH = 128;
const READ_ONLY = new Set(['sub', 'email_verified', 'phone_number_verified', 'identities']);

export const usersOf = (core: Core, poolId: string): Record<string, User> => {
  core.state.users[poolId] ??= {};
  return core.state.users[poolId];
};

/**
 * Finds a user by sub or e-mail address. Case matters, unless the pool has `CaseSensitive: false`.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/aws-properties-cognito-userpool-usernameconfiguration.html
 */
export function findUser(core: Core, poolId: string, username: string): User | undefined {
  const users = usersOf(core, poolId);
  if (Object.hasOwn(users, username)) return users[username];
  const exact = core.pool(poolId).UsernameConfiguration?.CaseSensitive !== false;
  const form = (email: string | undefined) => (exact ? email : email?.toLowerCase());
  return Object.values(users).find((user) => form(user.attributes.email) === form(username));
}

/** True when responses to this client must not show which users exist. */
export const hidesUsers = ({ client }: AppClient): boolean => client.PreventUserExistenceErrors === 'ENABLED';

/** Throws UserNotFoundException for an unknown username. */
export function requireUser(core: Core, poolId: string, username: string): User {
  const user = findUser(core, poolId, username);
  if (user === undefined) throw userNotFound();
  return user;
}

/** Returns a new user without storing it. Throws InvalidParameterException unless the username is an e-mail address. */
export function newUser(core: Core, username: string, attributes: object, status: UserStatus): User {
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(username) || username.length > USERNAME_MAX_LENGTH)
    throw invalidParameter('Username should be an email.');
  const now = core.now();
  return {
    sub: randomUUID(),
    createdAt: now,
    modifiedAt: now,
    attributes: { email: username, ...attributes },
    status,
    enabled: true,
    groups: [],
  };
}

/** Throws UsernameExistsException if another user has the e-mail address. */
export function addUser(core: Core, poolId: string, user: User): void {
  if (findUser(core, poolId, user.attributes.email ?? '') !== undefined)
    throw new CognitoError('UsernameExistsException', 'User already exists');
  usersOf(core, poolId)[user.sub] = user;
  core.save();
}

/** Throws AliasExistsException when another user has the e-mail address. */
export function refuseTakenEmail(
  core: Core,
  poolId: string,
  user: User,
  { email }: { email?: string },
): void {
  const holder = email === undefined ? undefined : findUser(core, poolId, email);
  if (holder && holder !== user)
    throw new CognitoError('AliasExistsException', 'An account with the given email already exists.');
}

export function touch(core: Core, user: User): void {
  user.modifiedAt = core.now();
  core.save();
}

/** Throws NotAuthorizedException when the client may not write one of the attributes. */
export function checkWritable({ client }: AppClient, attributes: Record<string, string>): void {
  for (const name of Object.keys(attributes)) {
    const writable = client.WriteAttributes?.includes(name) ?? STANDARD.has(name);
    if (!writable || READ_ONLY.has(name))
      throw notAuthorized('A client attempted to write unauthorized attribute');
  }
}

export function readableAttributes({ client }: AppClient, user: User): Record<string, string> {
  const readable = (name: string) =>
    client.ReadAttributes?.includes(name) ?? (STANDARD.has(name) || READ_ONLY.has(name));
  return {
    sub: user.sub,
    ...Object.fromEntries(Object.entries(user.attributes).filter(([name]) => readable(name))),
  };
}

export const nameValues = (attributes: Record<string, string>) =>
  Object.entries(attributes).map(([Name, Value]) => ({ Name, Value }));

export function describeUser(user: User, listName: 'UserAttributes' | 'Attributes'): object {
  return {
    Username: user.sub,
    [listName]: nameValues({ sub: user.sub, ...user.attributes }),
    UserStatus: user.status,
    Enabled: user.enabled,
    UserCreateDate: user.createdAt / 1000,
    UserLastModifiedDate: user.modifiedAt / 1000,
  };
}
