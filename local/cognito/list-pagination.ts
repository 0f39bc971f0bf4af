import { invalidParameter } from './cognito-errors.ts';
import type { Params } from './json-request-params.ts';

/**
 * Maximum and default number of entries on a page.
 * https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_ListUsers.html
 */
const PAGE = 60;

/** Returns the page that the call asks for. `next` has the token of the next page, or is empty on the last page. */
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
