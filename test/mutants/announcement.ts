/** The announcement to all users: how it ends, what it may link to, and that each change is recorded. */
import type { Mutant } from './mutant.ts';

const TEST = 'test/integration/announcement.test.ts';

export const ANNOUNCEMENT_MUTANTS: readonly Mutant[] = [
  {
    name: 'announcement: it is shown after its end',
    file: 'lambdas/domain/current-announcement.ts',
    find: 'return endsInSeconds > 0 ? ',
    replace: 'return endsInSeconds < Infinity ? ',
    test: TEST,
    title: 'gone after its end',
  },
  {
    name: 'announcement: its link may have any scheme',
    file: 'lambdas/contract/admin.ts',
    find: 'z.url({ protocol: /^https$/ })',
    replace: 'z.url()',
    test: TEST,
    title: 'is refused',
  },
  {
    name: 'announcement: a change is not recorded for auditors',
    file: 'lambdas/store/announcement.ts',
    find: 'return transact([{ Put: { TableName: usageTable(), Item, ...condition } }, auditPart(record)]);',
    replace: 'return transact(record && [{ Put: { TableName: usageTable(), Item, ...condition } }]);',
    test: TEST,
    title: 'each change is recorded once',
  },
];
