import type { AuditRecord } from '#contract/admin';
import { listAuditResponse } from '#contract/admin-responses';
import { adminRoutes } from '#contract/admin-routes';
import type { Page } from '../model/paged-list.ts';
import { callAdmin } from './call-admin.ts';

/** A page of the record of what operators did, newest first. */
export async function listAudit(cursor?: string): Promise<Page<AuditRecord>> {
  const { records, nextCursor } = await callAdmin(adminRoutes.listAudit, listAuditResponse, {
    query: { cursor },
  });
  return { rows: records, nextCursor };
}
