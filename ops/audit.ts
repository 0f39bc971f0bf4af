import type { AuditRecord } from '#contract/admin';
import { listAudit } from '../lambdas/domain/admin/list-audit.ts';
import { numberOf, operatorCommand } from './operator-command.ts';
import { readAll } from './read-pages-of-list.ts';

const SHOWN = 100;

const COLUMNS = {
  at: ({ at }: AuditRecord) => at,
  who: ({ actor, actorName }: AuditRecord) => actorName ?? actor,
  action: ({ action }: AuditRecord) => action,
  target: ({ target }: AuditRecord) => target,
  detail: ({ detail }: AuditRecord) => detail,
};

export const auditList = operatorCommand({
  name: 'audit list',
  summary: 'lists what operators did, newest first',
  help: `Lists what operators did, newest first.

  --limit <n>        at most so many (${SHOWN})
  --csv              for a spreadsheet`,
  options: { limit: { type: 'string' }, csv: { type: 'boolean' } },
  async act({ values, print }) {
    print(await readAll(listAudit, numberOf(values, 'limit') ?? SHOWN), COLUMNS);
  },
});
