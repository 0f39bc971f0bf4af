import type { User, UserDetails } from '#contract/admin';
import { getUser, resetSecondFactor, setAdmin, setUserEnabled } from '../lambdas/domain/admin/users.ts';
import { findUserByEmailOrId } from './find-user.ts';
import { type Call, type Command, operatorCommand } from './operator-command.ts';

export const USER = {
  email: ({ email }: User) => email,
  name: ({ name }: User) => name,
  state: ({ enabled, confirmed }: User) => (enabled ? (confirmed ? 'active' : 'unconfirmed') : 'disabled'),
  admin: ({ isAdmin }: User) => isAdmin,
  created: ({ createdAt }: User) => createdAt.slice(0, 10),
  id: ({ owner }: User) => owner,
};

export const usersShow = operatorCommand({
  name: 'users show',
  usage: '<email or id>',
  summary: 'shows an account with its plan and usage',
  help: `Shows an account with its plan, the storage of its files, and the usage of the last 30 days.
`,
  words: { min: 1, max: 1 },
  async act({ positionals: [who = ''], values, print, note }) {
    const details = await getUser((await findUserByEmailOrId(who)).owner);
    if (values.json === true) print([details], {});
    else showDetails(details, { print, note });
  },
});

function showDetails(details: UserDetails, { print, note }: Pick<Call, 'print' | 'note'>): void {
  const { subscription, usage, storage } = details;
  const until = subscription.expiresAt;
  print([details], {
    ...USER,
    tier: () => subscription.tier,
    paid: () => subscription.active,
    until: () => (until === undefined ? undefined : new Date(until * 1000).toISOString().slice(0, 10)),
    files: () => storage?.files,
    storedMB: () => storage && Math.round(storage.usedBytes / 1024 ** 2),
  });
  note('');
  if (usage.length === 0) note('No messages in the last 30 days.');
  else
    print(usage, {
      day: ({ day }) => day,
      messages: ({ messages }) => messages,
      cost: ({ cost }) => `$${cost.toFixed(4)}`,
      models: ({ models }) => models.map(({ model, messages }) => `${model} ${messages}`).join(', '),
    });
}

const changing = (
  verb: string,
  summary: string,
  help: string,
  change: (call: Call, user: User) => Promise<User>,
): Command =>
  operatorCommand({
    name: `users ${verb}`,
    usage: '<email or id>',
    summary,
    help: `${help}\n`,
    words: { min: 1, max: 1 },
    async act(call) {
      const user = await findUserByEmailOrId(call.positionals[0] ?? '');
      call.print([await change(call, user)], USER);
    },
  });

export const usersDisable = changing(
  'disable',
  'signs an account out everywhere and lets it not sign in',
  'Signs the account out everywhere. It cannot sign in until it is enabled again. What is open is closed at once.',
  ({ operator }, { owner }) => setUserEnabled(operator, owner, false),
);
export const usersEnable = changing(
  'enable',
  'lets a disabled account sign in again',
  'Lets the account sign in again.',
  ({ operator }, { owner }) => setUserEnabled(operator, owner, true),
);
export const usersMakeAdmin = changing(
  'make-admin',
  'makes somebody an admin',
  'Makes somebody an admin. They see the console at the next sign-in, or within half an hour.',
  ({ operator }, user) => setAdmin(operator, user, true),
);
export const usersRemoveAdmin = changing(
  'remove-admin',
  'takes the admin role from somebody',
  'Takes the admin role from somebody, at once.',
  ({ operator }, user) => setAdmin(operator, user, false),
);
export const usersResetMfa = changing(
  'reset-mfa',
  'lets somebody in who lost the device of their two-step sign-in',
  'Switches two-step sign-in off and signs the account out everywhere. Make sure first who asks: from then on the password alone signs in.',
  ({ operator }, user) => resetSecondFactor(operator, user),
);
