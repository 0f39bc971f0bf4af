import { randomUUID } from 'node:crypto';
import type { AnnouncementDraft, StoredAnnouncement } from '#contract/admin';
import { AppError } from '#contract/error-codes';
import { wordedError } from '#contract/server-worded-errors';
import { retryUntilWritten } from '../../runtime/retry.ts';
import * as store from '../../store/announcement.ts';
import { auditEntry } from '../audit-log.ts';
import type { OperatorContext } from './operator-context.ts';

export interface AnnouncementState {
  /** Absent if there is none, or if it has ended. */
  readonly announcement?: StoredAnnouncement;
}

/** Field `seen` of the contract (`lambdas/contract/admin.ts`): the announcement that the operator saw. */
interface Seen {
  readonly seen?: string | undefined;
}

export const describeAnnouncement = async (): Promise<AnnouncementState> =>
  stateOf(await store.readAnnouncement(true));

function stateOf(stored: StoredAnnouncement | undefined): AnnouncementState {
  if (!stored || hasEnded(stored)) return {};
  const { id, at, ...draft } = stored;
  return { announcement: { id, at, ...fieldsOf(draft) } };
}

/**
 * Sets the announcement. Keeps its id while text, level and link stay the same, so that users who have dismissed it do
 * not see it again.
 * @throws AppError `invalid_request` for an end that has passed; `announcement_changed`
 */
export async function setAnnouncement(
  operator: OperatorContext,
  { seen, ...draft }: AnnouncementDraft & Seen,
): Promise<AnnouncementState> {
  const wanted = fieldsOf(draft);
  if (hasEnded(wanted))
    throw new AppError('invalid_request', { field: 'endsAt', message: 'The end must be in the future.' });
  return retryUntilWritten(async () => {
    const stored = await store.readAnnouncement(true);
    const { announcement: shown } = stateOf(stored);
    const isSame = shown !== undefined && saysOf(shown) === saysOf(wanted);
    if (isSame && shown.endsAt === wanted.endsAt) return { announcement: shown };
    refuseUnseen(shown, seen);
    const at = new Date().toISOString();
    const announcement = { id: isSame ? shown.id : randomUUID(), at, ...wanted };
    const detail = [wanted.level, wanted.text, wanted.link, wanted.endsAt && `until ${wanted.endsAt}`];
    const record = auditEntry(operator, 'announcement.set', {
      at,
      detail: detail.filter(Boolean).join(' · '),
    });
    return (await store.putAnnouncement(announcement, stored?.at, record)) ? { announcement } : undefined;
  });
}

/** @throws AppError `announcement_changed` */
export async function removeAnnouncement(
  operator: OperatorContext,
  { seen }: Seen = {},
): Promise<AnnouncementState> {
  return retryUntilWritten(async () => {
    const stored = await store.readAnnouncement(true);
    if (!stored) return {};
    refuseUnseen(stateOf(stored).announcement, seen);
    const record = auditEntry(operator, 'announcement.remove', {});
    return (await store.removeAnnouncement(stored.at, record)) ? {} : undefined;
  });
}

function refuseUnseen(shown: StoredAnnouncement | undefined, seen: string | undefined): void {
  if (shown && seen !== undefined && shown.at !== seen) throw wordedError('announcement_changed');
}

const hasEnded = ({ endsAt }: Pick<AnnouncementDraft, 'endsAt'>): boolean =>
  endsAt !== undefined && Date.parse(endsAt) <= Date.now();

const saysOf = ({ text, level, link }: AnnouncementDraft): string => JSON.stringify([text, level, link]);

const fieldsOf = ({ text, level, link, endsAt }: AnnouncementDraft): AnnouncementDraft => ({
  ...{ text, level },
  ...(link !== undefined && { link }),
  ...(endsAt !== undefined && { endsAt: new Date(endsAt).toISOString() }),
});
