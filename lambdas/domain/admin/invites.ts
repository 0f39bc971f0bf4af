import type { Invite, InviteStatus, MailOutcome } from '#contract/admin';
import { ADMIN_PAGE_SIZE } from '#contract/limits';
import { wordedError } from '#contract/server-worded-errors';
import { retryUntilWritten } from '../../runtime/retry.ts';
import { sendMail } from '../../runtime/send-mail.ts';
import {
  listInvites,
  MINTED_AT_ONCE,
  putInvites,
  readRedemptions,
  revoke,
} from '../../store/signup/create-list-and-revoke-invites.ts';
import {
  HELD_FOR_GOOD,
  type InviteItem,
  type RedemptionItem,
  readInvite,
} from '../../store/signup/invite-rows-and-reads.ts';
import { auditEntry } from '../audit-log.ts';
import { normaliseAccountEmail } from '../email-address.ts';
import { invitationMail } from '../mail/waitlist-and-signup-mails.ts';
import { canonicalCode, mintCode } from '../signup/invite-code.ts';
import type { Page } from './list-page-type.ts';
import type { OperatorContext } from './operator-context.ts';
import { readFilteredPage } from './read-filtered-page.ts';

const DAY_MS = 86_400_000;

export interface InviteRequest {
  readonly count: number;
  readonly maxUses: number;
  readonly expiresInDays: number;
  readonly email?: string | undefined;
  readonly note?: string | undefined;
  readonly sendMail: boolean;
}

export function newInvite(
  { actor }: OperatorContext,
  at: string,
  { maxUses, expiresInDays, email, note }: Omit<InviteRequest, 'count' | 'sendMail'>,
): InviteItem {
  return {
    code: mintCode(),
    maxUses,
    uses: 0,
    createdAt: at,
    expiresAt: endOfDay(Date.parse(at) + expiresInDays * DAY_MS),
    ...(email !== undefined && { email }),
    ...(note !== undefined && note !== '' && { note }),
    createdBy: actor,
  };
}

/** Returns the end of the UTC day, because the mail names the last day without a time. */
const endOfDay = (time: number): string => `${new Date(time).toISOString().slice(0, 10)}T23:59:59.999Z`;

/**
 * Mints invites. With `sendMail`, also mails the invite to `email`. A request with an `email` is for one invite.
 * @throws AppError `invalid_request` when `email` is not an e-mail address; `too_many_requests` when a batch of at most
 * `MINTED_AT_ONCE` invites could not be stored. Earlier batches stay stored.
 */
export async function createInvites(
  operator: OperatorContext,
  wanted: InviteRequest,
): Promise<{ invites: Invite[]; mail?: MailOutcome }> {
  const email = wanted.email === undefined ? undefined : normaliseAccountEmail(wanted.email);
  const minted: InviteItem[] = [];
  while (minted.length < wanted.count) {
    const count = Math.min(MINTED_AT_ONCE, wanted.count - minted.length);
    minted.push(...(await retryUntilWritten(() => mint(operator, { ...wanted, email, count }))));
  }
  const invites = minted.map((item) => describeInvite(operator, item, []));
  const [first] = invites;
  if (!first || email === undefined || !wanted.sendMail) return { invites };
  return { invites, mail: await mailInvite(operator, first, email) };
}

/** Returns undefined if nothing was stored: another write conflicted, or one of the random codes exists already. */
async function mint(operator: OperatorContext, wanted: InviteRequest): Promise<InviteItem[] | undefined> {
  const at = new Date().toISOString();
  const invites = Array.from({ length: wanted.count }, () => newInvite(operator, at, wanted));
  const codes = invites.map(({ code }) => code).join(', ');
  const times = `${wanted.maxUses} ${wanted.maxUses === 1 ? 'use' : 'uses'}, ${wanted.expiresInDays} days`;
  const record = auditEntry(operator, 'invite.create', {
    at,
    ...(wanted.count === 1
      ? { target: codes, detail: times }
      : { detail: `${wanted.count} codes, ${times}: ${codes}` }),
  });
  return (await putInvites(invites, record)) ? invites : undefined;
}

/** Mails the invitation. Returns a failure instead of throwing it, since the operator can still pass the link on. */
export const mailInvite = (
  { siteUrl, productName }: OperatorContext,
  { code, expiresAt }: Invite,
  email: string,
): Promise<MailOutcome> =>
  sendMail({ to: email, ...invitationMail({ productName, siteUrl, code, expiresAt, email }) });

/** Lists invites, newest first. `search` matches the code, `email`, the note, or an address that has used the code. */
export async function listInvitesPage(
  operator: OperatorContext,
  { search = '', cursor }: { readonly search?: string | undefined; readonly cursor?: string | undefined },
): Promise<Page<Invite>> {
  const wanted = search.trim().normalize('NFC').toLowerCase();
  return readFilteredPage({
    cursor,
    size: ADMIN_PAGE_SIZE,
    isCursor: (text) => /^\d{4}-[\dT:.Z-]+#[A-Z\d-]+$/.test(text),
    read: (after, limit) => listInvites(after, limit),
    async take(rows) {
      const redeemed = await Promise.all(
        rows.map(({ invite: { code, uses } }) => (uses > 0 ? readRedemptions(code) : [])),
      );
      return rows.flatMap(({ sk, invite }, i) => {
        const by = redeemed[i] ?? [];
        return matches(wanted, invite, by) ? [{ sk, value: describeInvite(operator, invite, by) }] : [];
      });
    },
    isFiltered: wanted !== '',
  });
}

function matches(wanted: string, { code, email, note }: InviteItem, redeemed: readonly RedemptionItem[]) {
  if (wanted === '') return true;
  const whole = canonicalCode(wanted);
  const texts = [code, email ?? '', note ?? '', ...redeemed.map((by) => by.email)];
  return code === whole || texts.some((text) => text.normalize('NFC').toLowerCase().includes(wanted));
}

/**
 * Revokes an invite. Idempotent.
 * @throws AppError `invite_not_found`; `too_many_requests` when other writes conflicted each time
 */
export async function revokeInvite(operator: OperatorContext, typed: string): Promise<Invite> {
  const code = canonicalCode(typed);
  if (code === undefined) throw wordedError('invite_not_found');
  await retryUntilWritten(async () => {
    const invite = await readInvite(code);
    if (!invite) throw wordedError('invite_not_found');
    if (invite.revokedAt !== undefined) return true;
    const at = new Date().toISOString();
    return (await revoke(code, at, auditEntry(operator, 'invite.revoke', { at, target: code }))) || undefined;
  });
  return showInvite(operator, code);
}

/** @throws AppError `invite_not_found` */
export async function showInvite(operator: OperatorContext, code: string): Promise<Invite> {
  const [invite, redeemed] = await Promise.all([readInvite(code), readRedemptions(code)]);
  if (!invite) throw wordedError('invite_not_found');
  return describeInvite(operator, invite, redeemed);
}

/** The returned `uses` include the holds that have not expired. */
export function describeInvite(
  { siteUrl }: Pick<OperatorContext, 'siteUrl'>,
  invite: InviteItem,
  redeemed: readonly RedemptionItem[],
  now = Date.now(),
): Invite {
  const { code, createdAt, expiresAt, maxUses, uses, holds = {}, email, note } = invite;
  const held = Object.values(holds).filter((until) => until * 1000 > now).length;
  return {
    ...{ code, status: statusOf(invite, now), createdAt, expiresAt, maxUses },
    uses: uses + held,
    ...(email !== undefined && { email }),
    ...(note !== undefined && { note }),
    redemptions: redeemed
      .map((by) => ({ email: by.email, at: by.at }))
      .toSorted((a, b) => a.at.localeCompare(b.at)),
    link: linkOf(siteUrl, code),
  };
}

function statusOf(
  { revokedAt, uses, maxUses, expiresAt, holds = {} }: InviteItem,
  now: number,
): InviteStatus {
  if (revokedAt !== undefined) return 'revoked';
  const taken = Object.values(holds).filter((until) => until === HELD_FOR_GOOD).length;
  if (uses + taken >= maxUses) return 'used';
  return Date.parse(expiresAt) <= now ? 'expired' : 'open';
}

const linkOf = (siteUrl: string, code: string): string =>
  `${siteUrl}/register?code=${encodeURIComponent(code)}`;
