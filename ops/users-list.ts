import type { User } from '#contract/admin';
import { listUsersPage, readActivity, type UserActivity } from '../lambdas/domain/admin/users.ts';
import { numberOf, operatorCommand, textOf } from './operator-command.ts';
import { OpsError } from './operator-errors.ts';
import { readAll } from './read-pages-of-list.ts';
import { USER } from './users-show-and-change.ts';

type Row = User & UserActivity;

const COLUMNS = { ...USER, plan: ({ plan }: Row) => plan, 'last use': ({ lastUse }: Row) => lastUse };

const SORTED_BY: Readonly<Record<string, (row: Row) => string>> = {
  email: ({ email }) => email,
  created: ({ createdAt }) => createdAt,
  plan: ({ plan }) => plan,
  'last-use': ({ lastUse = '' }) => lastUse,
};
const CHOICES = Object.keys(SORTED_BY).join(', ');

const AT_ONCE = 10;

export const usersList = operatorCommand({
  name: 'users list',
  usage: '[beginning of the address]',
  summary: 'lists accounts',
  help: `Lists accounts, with their plan and the last UTC day on which they wrote a message.

  --search <text>    those whose address begins with this text, as the argument does
  --sort <column>    ${CHOICES} (no particular order)
  --reverse          the other way round; only with --sort
  --limit <n>        at most so many (all)
  --csv              for a spreadsheet`,
  words: { min: 0, max: 1 },
  options: {
    search: { type: 'string' },
    sort: { type: 'string' },
    reverse: { type: 'boolean' },
    limit: { type: 'string' },
    csv: { type: 'boolean' },
  },
  async act({ values, positionals: [beginning], print }) {
    const search = beginning ?? textOf(values.search);
    const limit = numberOf(values, 'limit');
    const sort = textOf(values.sort);
    const key = sort !== undefined && Object.hasOwn(SORTED_BY, sort) ? SORTED_BY[sort] : undefined;
    if (sort !== undefined && !key) throw new OpsError(`--sort is one of ${CHOICES}.`);
    if (values.reverse === true && !key) throw new OpsError(`--reverse needs --sort: ${CHOICES}.`);
    // A sorted list needs all users before its first rows are known.
    const users = await readAll((cursor) => listUsersPage({ search, cursor }), key ? undefined : limit);
    const rows = await withActivity(users);
    const sorted = key ? rows.toSorted((a, b) => compare(key(a), key(b))) : rows;
    print((values.reverse === true ? sorted.toReversed() : sorted).slice(0, limit), COLUMNS);
  },
});

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

async function withActivity(users: readonly User[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (let i = 0; i < users.length; i += AT_ONCE)
    rows.push(
      ...(await Promise.all(
        users.slice(i, i + AT_ONCE).map(async (user) => ({ ...user, ...(await readActivity(user.owner)) })),
      )),
    );
  return rows;
}
