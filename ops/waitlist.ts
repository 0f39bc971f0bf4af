/** Operators' commands `waitlist list|approve|remove`. */
import type { Approval, WaitlistEntry } from '#contract/admin';
import { WAITLIST_BATCH_MAX } from '#contract/limits';
import { waitlistStatus } from '#contract/waitlist';
import { approveWaitlist, listWaitlist, removeFromWaitlist } from '../lambdas/domain/admin/waitlist.ts';
import { normaliseEmail } from '../lambdas/domain/email-address.ts';
import { numberOf, operatorCommand, textOf } from './operator-command.ts';
import { OpsError } from './operator-errors.ts';
import { readAll } from './read-all.ts';

const ENTRY = {
  email: ({ email }: WaitlistEntry) => email,
  status: ({ status }: WaitlistEntry) => status,
  joinedAt: ({ joinedAt }: WaitlistEntry) => joinedAt,
  approvedAt: ({ approvedAt }: WaitlistEntry) => approvedAt,
  inviteCode: ({ inviteCode }: WaitlistEntry) => inviteCode,
};
const APPROVAL = {
  email: ({ email }: Approval) => email,
  outcome: ({ outcome }: Approval) => outcome,
  mail: ({ mail }: Approval) => mail,
  code: ({ invite }: Approval) => invite?.code,
  link: ({ invite }: Approval) => invite?.link,
};
/** Number of addresses that one command takes. The maximum is far above the number that an operator types. */
const ANY_NUMBER = { min: 1, max: 10_000 };

export const waitlistList = operatorCommand({
  name: 'waitlist list',
  summary: 'lists who waits, longest first, or is approved',
  help: `Lists who waits, longest first; or who was approved, latest first.

  --status <which>   waiting or approved (waiting)
  --search <text>    only addresses that contain it, waiting or approved
  --limit <n>        at most so many (all)
  --csv              for a spreadsheet`,
  options: {
    status: { type: 'string' },
    search: { type: 'string' },
    limit: { type: 'string' },
    csv: { type: 'boolean' },
  },
  async act({ values, print }) {
    const status = waitlistStatus.safeParse(values.status ?? 'waiting');
    if (!status.success) throw new OpsError('--status is waiting or approved.');
    const query = { status: status.data, search: textOf(values.search) };
    const limit = numberOf(values, 'limit');
    print(await readAll((cursor) => listWaitlist({ ...query, cursor }), limit), ENTRY);
  },
});

export const waitlistApprove = operatorCommand({
  name: 'waitlist approve',
  usage: '<email>...',
  summary: 'approves people and mails their invitations',
  help: `Mints an invitation for each of these people, and mails it where the deployment sends mail. Repeating it does no
harm: a person who is approved already keeps their invitation and is not mailed again.

  --csv              for a spreadsheet`,
  options: { csv: { type: 'boolean' } },
  words: ANY_NUMBER,
  async act({ operator, positionals, print }) {
    const results: Approval[] = [];
    for (const emails of batchesOf(positionals)) results.push(...(await approveWaitlist(operator, emails)));
    print(results, APPROVAL);
  },
});

export const waitlistRemove = operatorCommand({
  name: 'waitlist remove',
  usage: '<email>...',
  summary: 'removes people from the waitlist',
  help: `Removes these people from the waitlist. Invitations that were sent to them stay valid.

  --csv              for a spreadsheet`,
  options: { csv: { type: 'boolean' } },
  words: ANY_NUMBER,
  async act({ operator, positionals, print }) {
    const removed = new Set<string>();
    const batches = batchesOf(positionals);
    for (const emails of batches)
      for (const email of await removeFromWaitlist(operator, emails)) removed.add(email);
    const rows = [...new Set(batches.flat())].map((email) => ({
      email,
      outcome: removed.has(email) ? 'removed' : 'not_found',
    }));
    print(rows, { email: (row) => row.email, outcome: (row) => row.outcome });
  },
});

/**
 * Returns the normalised addresses in batches of at most `WAITLIST_BATCH_MAX`, the maximum of a call of the HTTP API.
 * @throws OpsError for an invalid address, before anything is changed
 */
function batchesOf(typed: readonly string[]): string[][] {
  const emails = typed.map((text) => {
    try {
      return normaliseEmail(text);
    } catch (error) {
      throw new OpsError(`${text} is not an email address.`, { cause: error });
    }
  });
  return Array.from({ length: Math.ceil(emails.length / WAITLIST_BATCH_MAX) }, (_, i) =>
    emails.slice(i * WAITLIST_BATCH_MAX, (i + 1) * WAITLIST_BATCH_MAX),
  );
}
