/** Cuts lists into pages. Callers sort the lists, newest first. https://docs.stripe.com/api/pagination */
import { badRequest } from '../stripe-errors.ts';

interface Page {
  readonly limit?: number | undefined;
  readonly starting_after?: string | undefined;
  readonly ending_before?: string | undefined;
}

export function pageOf<T extends { readonly id: string }>(
  url: string,
  found: readonly T[],
  { limit = 10, starting_after, ending_before }: Page,
) {
  if (ending_before !== undefined) throw badRequest('The stand-in does not page backwards', 'ending_before');
  const after = starting_after === undefined ? 0 : found.findIndex(({ id }) => id === starting_after) + 1;
  if (starting_after !== undefined && after === 0)
    throw badRequest(`No such object: '${starting_after}'`, 'starting_after', 'resource_missing');
  const data = found.slice(after, after + limit);
  return { object: 'list', data, has_more: found.length > after + limit, url };
}

type Range =
  | number
  | {
      readonly gt?: number | undefined;
      readonly gte?: number | undefined;
      readonly lt?: number | undefined;
      readonly lte?: number | undefined;
    };

export function isWithin(time: number, range: Range | undefined): boolean {
  if (range === undefined) return true;
  if (typeof range === 'number') return time === range;
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = range;
  return time > gt && time >= gte && time < lt && time <= lte;
}
