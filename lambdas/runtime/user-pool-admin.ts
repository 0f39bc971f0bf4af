/** The user pool as operators see and change it. */
import type { AttributeType } from '@aws-sdk/client-cognito-identity-provider';
import type { User } from '#contract/admin';
import { lockOut, named, pool, poolId, unlessGone } from './cognito.ts';

/** The group whose members are administrators; `caller.ts` finds it in their tokens. */
export const ADMINS = 'admins';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Characters that a filter cannot say: no address of the pool has these. */
const UNSAYABLE = /["\\\p{C}]/u;

interface PoolUser {
  readonly Username?: string | undefined;
  readonly UserCreateDate?: Date | undefined;
  readonly Enabled?: boolean | undefined;
  readonly UserStatus?: string | undefined;
}

/** The user with that `sub`; an address in its place finds no user, though Cognito would take one. */
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

/** Finds the user with that address, as `normaliseEmail` makes it. */
export async function findUserByEmail(email: string): Promise<User | undefined> {
  const { sdk, client } = await pool();
  const user = await unlessGone(client.send(new sdk.AdminGetUserCommand(named(email))));
  return user?.Username === undefined ? undefined : findUser(user.Username);
}

/** Users in Cognito's order, those whose address begins so; `next` is where the next page begins. */
export async function listUsers({
  prefix = '',
  next,
  limit,
}: {
  readonly prefix?: string | undefined;
  readonly next?: string | undefined;
  readonly limit: number;
}): Promise<{ readonly users: User[]; readonly next: string | undefined }> {
  if (UNSAYABLE.test(prefix)) return { users: [], next: undefined };
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

/** Names of the administrators: a call for all of them, instead of one for each user of a page. */
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

/** True when a page's token is refused as one that Cognito never gave. */
export const isBadToken = (error: unknown): boolean =>
  error instanceof Error && error.name === 'InvalidParameterException';

/** False when there is no such user. A disabled one is signed out everywhere. Safe to repeat. */
export async function setEnabled(owner: string, enabled: boolean): Promise<boolean> {
  if (!enabled) return lockOut(owner);
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

/** Makes a user an administrator, or no longer one; false when there is no such user. Safe to repeat. */
export async function setMember(owner: string, isAdmin: boolean): Promise<boolean> {
  const { sdk, client } = await pool();
  const input = { ...named(owner), GroupName: ADMINS };
  const done = isAdmin
    ? await unlessGone(client.send(new sdk.AdminAddUserToGroupCommand(input)))
    : await unlessGone(client.send(new sdk.AdminRemoveUserFromGroupCommand(input)));
  return done !== undefined;
}

/** As many as Cognito gives at a time. */
const PAGE = 60;

interface Owners {
  /** `sub`s, also of those who are disabled or have not confirmed. */
  readonly owners: readonly string[];
  /** Goes on. */
  readonly next: string | undefined;
}

/** A page of users in Cognito's order; undefined when it does not know `next` (any more). */
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
