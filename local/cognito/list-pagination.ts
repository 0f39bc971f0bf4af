/** Cuts lists into pages as Cognito's user-pool API does. */
import { invalidParameter } from './errors.ts';
import type { Params } from './json-request-params.ts';

/**
 * Maximum number of entries on a page of users, or of a group's members. A call without a limit gets this many.
 * https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_ListUsers.html
 */
const PAGE = 60;

/**
 * Returns the page that a call asks for. `next` holds the field `tokenName` of the response, with the token of the next
 * page. `next` is empty on the last page.
 */
export function pageOf<T>(params: Params, all: readonly T[], tokenName: 'NextToken' | 'PaginationToken') {
  const limit = params.count('Limit', PAGE);
  if (limit > PAGE)
    throw invalidParameter(
      `1 validation error detected: Value '${limit}' at 'limit' failed to satisfy constraint: Member must have value ` +
        `less than or equal to ${PAGE}`,
    );
  const from = Number(params.maybe(tokenName) ?? 0);
  if (!Number.isInteger(from)) throw invalidParameter('Invalid pagination token.');
  const to = from + limit;
  return { page: all.slice(from, to), next: { ...(to < all.length && { [tokenName]: String(to) }) } };
}
