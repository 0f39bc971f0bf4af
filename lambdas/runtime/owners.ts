/** Everybody in the user pool, page by page. */
import { pool, poolId } from './cognito.ts';
import { isBadToken } from './user-pool.ts';

/** As many as Cognito gives at a time. */
const PAGE = 60;

export interface Owners {
  /** `sub`s, also of those who are disabled or have not confirmed. */
  readonly owners: readonly string[];
  /** Goes on. */
  readonly next: string | undefined;
}

/** A page of users in Cognito's order; undefined when it does not know (any more) where `next` goes on. */
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
