import type { Approval, WaitlistEntry } from '#contract/admin';
import { waitlistStatus } from '#contract/join-waitlist';
import { approveWaitlist, listWaitlist, removeFromWaitlist } from '../lambdas/domain/admin/waitlist.ts';
import { normaliseEmail } from '../lambdas/domain/email-address.ts';
import { numberOf, operatorCommand, textOf } from './operator-command.ts';
import { OpsError } from './operator-errors.ts';
import { readAll } from './read-pages-of-list.ts';

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
interface Removal {
  readonly email: string;
  readonly outcome: 'removed' | 'not_found';
}
const REMOVAL = {
  email: ({ email }: Removal) => email,
  outcome: ({ outcome }: Removal) => outcome,
};
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
    await changeEach(
      positionals,
      (email) => approveWaitlist(operator, [email]),
      (rows) => print(rows, APPROVAL),
    );
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
    const removeOne = async (email: string): Promise<Removal[]> => {
      const removed = await removeFromWaitlist(operator, [email]);
      return [{ email, outcome: removed.length > 0 ? 'removed' : 'not_found' }];
    };
    await changeEach(positionals, removeOne, (rows) => print(rows, REMOVAL));
  },
});

/** Limits the mails that are sent at the same time. */
const AT_ONCE = 5;

/**
 * Calls `change` for each address, and prints the rows. After a failure, no further calls begin, and the rows so far
 * are still printed.
 * @throws OpsError for an invalid address, before anything is changed; else the first failure
 */
async function changeEach<Row>(
  typed: readonly string[],
  change: (email: string) => Promise<Row[]>,
  print: (rows: readonly Row[]) => void,
): Promise<void> {
  const emails = [...new Set(typed.map(readEmail))];
  const rows: Row[] = [];
  try {
    for (let i = 0; i < emails.length; i += AT_ONCE) {
      const settled = await Promise.allSettled(emails.slice(i, i + AT_ONCE).map(change));
      rows.push(...settled.flatMap((one) => (one.status === 'fulfilled' ? one.value : [])));
      const failed = settled.find((one) => one.status === 'rejected');
      if (failed) throw failed.reason;
    }
  } finally {
    if (rows.length > 0) print(rows);
  }
}

/** @throws OpsError for an invalid address */
function readEmail(typed: string): string {
  try {
    return normaliseEmail(typed);
  } catch (error) {
    throw new OpsError(`${typed} is not an email address.`, { cause: error });
  }
}
