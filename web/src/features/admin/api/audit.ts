import * as admin from '#contract/admin';
import { callAdmin } from './call-admin.ts';
import { pagedList, usePagedList } from './paged-list.ts';

const auditList = pagedList<admin.AuditRecord>(['admin', 'audit'], async (cursor, signal) => {
  const { records, nextCursor } = await callAdmin(admin.listAudit, { query: { cursor }, signal });
  return { rows: records, nextCursor };
});

/** Loads the audit records of the operators' actions, newest first. */
export const useAudit = () => usePagedList(auditList, ({ id }) => id);
