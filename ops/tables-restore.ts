import {
  isRestorable,
  RESTORABLE,
  type RestoreCounts,
  restoreTable,
  WITH_OWNERS,
} from '../lambdas/domain/admin/restore-rows-from-backup.ts';
import { operatorCommand, textOf, type Values } from './operator-command.ts';
import { OpsError } from './operator-errors.ts';

const COLUMNS = {
  copied: ({ copied }: RestoreCounts) => copied,
  'already there': ({ present }: RestoreCounts) => present,
  'of closed accounts': ({ closed }: RestoreCounts) => closed,
  'left out': ({ left }: RestoreCounts) => left,
};
const TABLES = Object.keys(RESTORABLE).join(', ');

export const tablesRestore = operatorCommand({
  name: 'tables restore',
  usage: '<table>',
  summary: 'copies what a table has lost from one that was restored',
  help: `Copies rows that the table has lost from one that DynamoDB restored. The table is one of ${TABLES}.
Rows that are there stay as they are. Left out are rows of closed accounts, files (their objects are gone with them), shared
chats, temporary chats, rows of another table, and what has expired. A table that is no copy of the named one is refused.
Running it again does no harm. It reads the restored table, that of Chats or Waitlist twice.

  --from <table>     the restored table, by its whole name
  --owner <id>       only rows of this user, by their id
  --dry-run          counts, and writes nothing`,
  words: { min: 1, max: 1 },
  options: { from: { type: 'string' }, owner: { type: 'string' }, 'dry-run': { type: 'boolean' } },
  async act({ operator, positionals: [table = ''], values, print, note }) {
    if (!isRestorable(table))
      throw new OpsError(
        `Rows are copied into ${TABLES}, not into ${table}. See npm run ops -- tables restore --help`,
      );
    const from = textOf(values.from);
    if (!from) throw new OpsError('--from is missing. See npm run ops -- tables restore --help');
    if (from === RESTORABLE[table]())
      throw new OpsError(`${from} is the table in use: name the restored one.`);
    const owner = textOf(values.owner);
    if (owner !== undefined && !WITH_OWNERS.includes(table))
      throw new OpsError(`--owner is for ${WITH_OWNERS.join(', ')}: rows of ${table} name no owner.`);
    const isTrial = values['dry-run'] === true;
    print([await restoreTable(operator, table, { from, owner, isTrial })], COLUMNS);
    if (isTrial) note('Nothing was written.');
    else if (table === 'Chats') note(`Now build the search index again: ${rebuildCommand(values)}`);
  },
});

export function rebuildCommand({ local, stack }: Values): string {
  const name = textOf(stack);
  const options = [local === true ? ' --local' : '', name === undefined ? '' : ` --stack ${name}`];
  return `npm run ops -- search rebuild${options.join('')}`;
}
