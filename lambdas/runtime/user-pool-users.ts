/** Finds, lists and changes users of Cognito's user pool, by calls that only the server may make. */
import type { AttributeType } from '@aws-sdk/client-cognito-identity-provider';
import type { User } from '#contract/admin';
import { ADMINS } from '#contract/admin-group';
import { named, pool, poolId, unlessGone } from './user-pool-sdk-and-site-address.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Characters that Cognito refuses in a filter, or accepts only escaped. No address in the pool contains them. */
const NOT_FILTERABLE = /["\\\p{C}]/u;

interface PoolUser {
  readonly Username?: string | undefined;
  readonly UserCreateDate?: Date | undefined;
  readonly Enabled?: boolean | undefined;
  readonly UserStatus?: string | undefined;
}

/** Returns the user with this `sub`. Checks for a UUID, because Cognito would also accept an e-mail address. */
export async function findUser(owner: string): Promise<User | undefined> {
  if (!UUID.test(owner)) return undefined;
  const { sdk, client } = await pool();
  const [user, groups] = await Promise.all([
    unlessGone(client.send(new sdk.AdminGetUserCommand(named(owner)))),
    unlessGone(client.send(new sdk.AdminListGroupsForUserCommand(named(owner)))),
  ]);
  if (!user) return undefined;
  const isAdmin = groups?.Groups?.some(({ GroupName }) => GroupName === ADMINS) ?? false;
  return toUser(user, user.UserAttributes ?? [], isAdmin);
}

/** Finds a user by an address in the form of `normaliseEmail`. */
export async function findUserByEmail(email: string): Promise<User | undefined> {
  const { sdk, client } = await pool();
  const user = await unlessGone(client.send(new sdk.AdminGetUserCommand(named(email))));
  return user?.Username === undefined ? undefined : findUser(user.Username);
}

/** Returns when the account was opened (ISO 8601), or undefined without an account. */
export async function openedAt(owner: string): Promise<string | undefined> {
  const { sdk, client } = await pool();
  const user = await unlessGone(client.send(new sdk.AdminGetUserCommand(named(owner))));
  return user?.UserCreateDate?.toISOString();
}

/** Lists a page of users in Cognito's order, with `prefix` only users whose address begins with it. */
export async function listUsers({
  prefix = '',
  next,
  limit,
}: {
  readonly prefix?: string | undefined;
  readonly next?: string | undefined;
  readonly limit: number;
}): Promise<{ readonly users: User[]; readonly next: string | undefined }> {
  if (NOT_FILTERABLE.test(prefix)) return { users: [], next: undefined };
  const { sdk, client } = await pool();
  const [page, admins] = await Promise.all([
    client.send(
      new sdk.ListUsersCommand({
        UserPoolId: poolId(),
        Limit: limit,
        ...(prefix !== '' && { Filter: `email ^= "${prefix}"` }),
        ...(next !== undefined && { PaginationToken: next }),
      }),
    ),
    listAdmins(),
  ]);
  const users = (page.Users ?? []).map((user) =>
    toUser(user, user.Attributes ?? [], admins.has(user.Username ?? '')),
  );
  return { users, next: page.PaginationToken };
}

/** Reads the group once, which saves one call for each user of a page. */
async function listAdmins(): Promise<Set<string>> {
  const { sdk, client } = await pool();
  const names = new Set<string>();
  let next: string | undefined;
  do {
    const { Users = [], NextToken } = await client.send(
      new sdk.ListUsersInGroupCommand({
        UserPoolId: poolId(),
        GroupName: ADMINS,
        ...(next !== undefined && { NextToken: next }),
      }),
    );
    for (const { Username } of Users) if (Username !== undefined) names.add(Username);
    next = NextToken;
  } while (next !== undefined);
  return names;
}

/**
 * True for the error with which Cognito refuses an invalid or expired page token. Cognito has the same error for other
 * invalid parameters, such as a filter.
 */
export const isBadToken = (error: unknown): boolean =>
  error instanceof Error && error.name === 'InvalidParameterException';

/** Disables a user and ends all the user's sign-ins. Returns false when there is no such user. */
export async function lockOut(owner: string): Promise<boolean> {
  const { sdk, client } = await pool();
  const disabled = await unlessGone(client.send(new sdk.AdminDisableUserCommand(named(owner))));
  if (!disabled) return false;
  await signOutEverywhere(owner);
  return true;
}

/** Invalidates all refresh tokens of the user. Does nothing when there is no such user. */
export async function signOutEverywhere(owner: string, userPoolId = poolId()): Promise<void> {
  const { sdk, client } = await pool();
  const values = { UserPoolId: userPoolId, Username: owner };
  await unlessGone(client.send(new sdk.AdminUserGlobalSignOutCommand(values)));
}

/** `name` is the `sub`. Does nothing when there is no such user. */
export async function removeUser(name: string): Promise<void> {
  const { sdk, client } = await pool();
  await unlessGone(client.send(new sdk.AdminDeleteUserCommand(named(name))));
}

/** Lets a user sign in again. Returns false when there is no such user. Idempotent. */
export async function enableUser(owner: string): Promise<boolean> {
  const { sdk, client } = await pool();
  return (await unlessGone(client.send(new sdk.AdminEnableUserCommand(named(owner))))) !== undefined;
}

function toUser(user: PoolUser, attributes: readonly AttributeType[], isAdmin: boolean): User {
  const of = (name: string) => attributes.find(({ Name }) => Name === name)?.Value;
  const name = of('name');
  return {
    owner: of('sub') ?? user.Username ?? '',
    email: of('email') ?? '',
    ...(name !== undefined && { name }),
    createdAt: (user.UserCreateDate ?? new Date(0)).toISOString(),
    enabled: user.Enabled ?? true,
    confirmed: user.UserStatus !== 'UNCONFIRMED',
    isAdmin,
  };
}

/** Adds a user to the administrators or removes the user. Returns false when there is no such user. Idempotent. */
export async function setMember(owner: string, isAdmin: boolean): Promise<boolean> {
  const { sdk, client } = await pool();
  const input = { ...named(owner), GroupName: ADMINS };
  const done = isAdmin
    ? await unlessGone(client.send(new sdk.AdminAddUserToGroupCommand(input)))
    : await unlessGone(client.send(new sdk.AdminRemoveUserFromGroupCommand(input)));
  return done !== undefined;
}

/** Largest number of users that Cognito returns in a page. */
const PAGE = 60;

interface Owners {
  /** `sub`s of the page's users, disabled and unconfirmed ones included. */
  readonly owners: readonly string[];
  readonly next: string | undefined;
}

/** Returns a page of users, or undefined when Cognito no longer accepts the token `next`. */
export async function listOwners(next?: string): Promise<Owners | undefined> {
  const { sdk, client } = await pool();
  try {
    const { Users = [], PaginationToken } = await client.send(
      new sdk.ListUsersCommand({
        UserPoolId: poolId(),
        Limit: PAGE,
        AttributesToGet: ['sub'],
        ...(next !== undefined && { PaginationToken: next }),
      }),
    );
    const owners = Users.flatMap(({ Username }) => (Username === undefined ? [] : [Username]));
    return { owners, next: PaginationToken };
  } catch (error) {
    if (next !== undefined && isBadToken(error)) return undefined;
    throw error;
  }
}
