import { randomUUID } from 'node:crypto';
import type { AnnouncementDraft, StoredAnnouncement } from '#contract/admin';
import { AppError } from '#contract/errors';
import { retryUntilWritten } from '../../runtime/retry.ts';
import * as store from '../../store/announcement.ts';
import { auditEntry } from '../audit-log.ts';
import type { OperatorContext } from './operator-context.ts';

export interface AnnouncementState {
  /** Absent if there is none, or if it has ended. */
  readonly announcement?: StoredAnnouncement;
}

export async function describeAnnouncement(): Promise<AnnouncementState> {
  const stored = await store.readAnnouncement(true);
  if (!stored || hasEnded(stored)) return {};
  const { id, at, ...draft } = stored;
  return { announcement: { id, at, ...fieldsOf(draft) } };
}

/**
 * Sets the announcement. Keeps its id while text, level and link stay the same, so that users who have dismissed it do
 * not see it again.
 * @throws AppError `invalid_request` for an end that has passed
 */
export async function setAnnouncement(
  operator: OperatorContext,
  draft: AnnouncementDraft,
): Promise<AnnouncementState> {
  const wanted = fieldsOf(draft);
  if (hasEnded(wanted))
    throw new AppError('invalid_request', { field: 'endsAt', message: 'The end must be in the future.' });
  return retryUntilWritten(async () => {
    const { announcement: shown } = await describeAnnouncement();
    const isSame = shown !== undefined && saysOf(shown) === saysOf(wanted);
    if (isSame && shown.endsAt === wanted.endsAt) return { announcement: shown };
    const at = new Date().toISOString();
    const announcement = { id: isSame ? shown.id : randomUUID(), at, ...wanted };
    const detail = [wanted.level, wanted.text, wanted.link, wanted.endsAt && `until ${wanted.endsAt}`];
    const record = auditEntry(operator, 'announcement.set', {
      at,
      detail: detail.filter(Boolean).join(' · '),
    });
    return (await store.putAnnouncement(announcement, record)) ? { announcement } : undefined;
  });
}

export async function removeAnnouncement(operator: OperatorContext): Promise<AnnouncementState> {
  return retryUntilWritten(async () => {
    if (!(await store.readAnnouncement(true))) return {};
    const isRemoved = await store.removeAnnouncement(auditEntry(operator, 'announcement.remove', {}));
    return isRemoved ? {} : undefined;
  });
}

const hasEnded = ({ endsAt }: Pick<AnnouncementDraft, 'endsAt'>): boolean =>
  endsAt !== undefined && Date.parse(endsAt) <= Date.now();

const saysOf = ({ text, level, link }: AnnouncementDraft): string => JSON.stringify([text, level, link]);

const fieldsOf = ({ text, level, link, endsAt }: AnnouncementDraft): AnnouncementDraft => ({
  ...{ text, level },
  ...(link !== undefined && { link }),
  ...(endsAt !== undefined && { endsAt: new Date(endsAt).toISOString() }),
});
