/** Restoring rows from a backup: what has ended for good does not come back. */
import type { Mutant } from './mutant.ts';

const FILE = 'lambdas/domain/admin/restore-rows-from-backup.ts';
const TEST = 'test/integration/restore.test.ts';

export const RESTORING_MUTANTS: readonly Mutant[] = [
  {
    name: 'restoring: the rows of a closed account are restored',
    file: FILE,
    find: 'ids.has(owner);',
    replace: 'true;',
    test: TEST,
    title: 'stays gone',
  },
  {
    name: 'restoring: a share that has ended is restored',
    file: FILE,
    find: "const LEFT_KEYS = ['SHARE#', 'DELETIONS'",
    replace: "const LEFT_KEYS = ['DELETIONS'",
    test: TEST,
    title: 'a share that ended stays closed',
  },
];
