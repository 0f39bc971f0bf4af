import type { Invite } from '#contract/admin';
import { http } from '#contract/http-calls';
import { createInvites, listInvitesPage, revokeInvite } from '../lambdas/domain/admin/invites.ts';
import { type Call, numberOf, operatorCommand, textOf } from './operator-command.ts';
import { OpsError } from './operator-errors.ts';
import { readAll } from './read-pages-of-list.ts';

const COLUMNS = {
  code: ({ code }: Invite) => code,
  status: ({ status }: Invite) => status,
  used: ({ uses, maxUses }: Invite) => `${uses} of ${maxUses}`,
  expires: ({ expiresAt }: Invite) => expiresAt.slice(0, 10),
  for: ({ email }: Invite) => email,
  note: ({ note }: Invite) => note,
  link: ({ link }: Invite) => link,
};

const OPTION: Readonly<Record<string, string>> = {
  count: '--count',
  maxUses: '--uses',
  expiresInDays: '--days',
  email: '--email',
  note: '--note',
  sendMail: '--mail',
};

export const invitesCreate = operatorCommand({
  name: 'invites create',
  summary: 'mints invitations',
  help: `Mints invitations and prints their codes and links.

  --count <n>        how many, 1 to 100 (1)
  --uses <n>         how many accounts each opens, 1 to 500 (1)
  --days <n>         how long each is valid, 1 to 365 (30), to the end of the last day in UTC
  --email <address>  only for this address: a single one, for a single use
  --mail             mail it to that address
  --note <text>      for your own memory`,
  options: {
    count: { type: 'string' },
    uses: { type: 'string' },
    days: { type: 'string' },
    email: { type: 'string' },
    mail: { type: 'boolean' },
    note: { type: 'string' },
  },
  async act(call) {
    const { invites, mail } = await createInvites(call.operator, wantedOf(call));
    call.print(invites, COLUMNS);
    if (mail !== undefined) call.note(MAILED[mail]);
  },
});

const MAILED = {
  sent: 'The mail was sent.',
  failed: 'The mail could not be sent: pass the link on yourself.',
  off: 'This deployment sends no mail: pass the link on yourself.',
};

function wantedOf({ values }: Call) {
  const parsed = http.createInvites.body.safeParse({
    count: numberOf(values, 'count'),
    maxUses: numberOf(values, 'uses'),
    expiresInDays: numberOf(values, 'days'),
    email: textOf(values.email),
    note: textOf(values.note),
    sendMail: values.mail === true,
  });
  if (parsed.success) return parsed.data;
  const field = String(parsed.error.issues[0]?.path[0] ?? '');
  throw new OpsError(`${OPTION[field] ?? field} does not fit. See npm run ops -- invites create --help`);
}

export const invitesList = operatorCommand({
  name: 'invites list',
  summary: 'lists invitations, newest first',
  help: `Lists invitations, newest first.

  --search <text>    those with it in code, address, note, or the address of who used it
  --limit <n>        at most so many (all)
  --csv              for a spreadsheet`,
  options: { search: { type: 'string' }, limit: { type: 'string' }, csv: { type: 'boolean' } },
  async act({ operator, values, print }) {
    const search = textOf(values.search);
    const limit = numberOf(values, 'limit');
    print(await readAll((cursor) => listInvitesPage(operator, { search, cursor }), limit), COLUMNS);
  },
});

export const invitesRevoke = operatorCommand({
  name: 'invites revoke',
  usage: '<code>',
  summary: 'revokes an invitation',
  help: `Revokes an invitation: no account can be opened with it any more. Accounts that were opened with it stay.
`,
  words: { min: 1, max: 1 },
  async act({ operator, positionals: [code = ''], print }) {
    print([await revokeInvite(operator, code)], COLUMNS);
  },
});
