import * as admin from '#contract/admin';
import type { Page } from '../model/paged-list.ts';
import { callAdmin } from './call-admin.ts';

/** A page of the record of what operators did, newest first. */
export async function listAudit(cursor?: string): Promise<Page<admin.AuditRecord>> {
  const { records, nextCursor } = await callAdmin(admin.listAudit, {
    query: { cursor },
  });
  return { rows: records, nextCursor };
}
