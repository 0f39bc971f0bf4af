/** Sign-up, waitlist, operators. */
import type { Mutant } from './mutant.ts';

const RACES = 'test/integration/signup-races.test.ts';
const EMAIL = 'lambdas/domain/email-address.ts';
const EMAIL_TEST = 'lambdas/domain/email-address.test.ts';

export const GETTING_IN_MUTANTS: readonly Mutant[] = [
  {
    name: 'a hold on what others hold: the first',
    file: 'lambdas/store/signup/reserve-and-redeem.ts',
    find: "      'attribute_not_exists(holds)',\n      { ':holds'",
    replace: "      'attribute_exists(pk)',\n      { ':holds'",
    test: RACES,
    title: 'that nobody has held yet',
  },
  {
    name: 'a hold on what others hold: one more',
    file: 'lambdas/store/signup/reserve-and-redeem.ts',
    find: "'size(holds) = :size AND",
    replace: "'size(holds) >= :size AND",
    test: RACES,
    title: 'that was held and given back',
  },
  {
    name: "the reservation's ticket",
    file: 'lambdas/triggers/preSignUp.ts',
    find: 'ticket && (await isExpected(email, ticket))',
    replace: 'ticket',
    test: RACES,
    title: "Cognito's own sign-up calls",
  },
  {
    name: 'attributes that a client writes',
    file: 'lib/constructs/sign-in.ts',
    find: 'withStandardAttributes({ fullname: true }),\n',
    replace: 'withStandardAttributes({ fullname: true, phoneNumber: true }),\n',
    test: RACES,
    title: 'write nothing but the name',
  },
  {
    name: 'tries from one address',
    file: 'lambdas/store/usage/rate-limits.ts',
    find: "'attribute_not_exists(#count) OR #count < :limit'",
    replace: "'attribute_not_exists(#count) OR :one < :limit'",
    test: 'test/integration/edge.test.ts',
    title: 'is what the HTTP API counts by',
  },
  {
    name: "the waitlist's equal time",
    file: 'lambdas/domain/signup/join-waitlist.ts',
    find: 'wait(MAILING_MS)]',
    replace: 'wait(0)]',
    test: 'lambdas/domain/signup/join-waitlist.test.ts',
  },
  {
    name: "an address's case",
    file: EMAIL,
    find: ".normalize('NFC').toLowerCase()",
    replace: ".normalize('NFC')",
    test: EMAIL_TEST,
  },
  {
    name: "an address's form (NFC)",
    file: EMAIL,
    find: ".normalize('NFC').toLowerCase()",
    replace: '.toLowerCase()',
    test: EMAIL_TEST,
  },
  {
    name: 'control characters in an address',
    file: EMAIL,
    find: '^([^\\s@\\p{C}<>(),;:"[\\]\\\\]+)@',
    replace: '^([^@]+)@',
    test: EMAIL_TEST,
  },
  {
    name: 'sign-out of a disabled user',
    file: 'lambdas/runtime/cognito.ts',
    find: '  await unlessGone(client.send(new sdk.AdminUserGlobalSignOutCommand(named(owner))));\n',
    replace: '',
    test: 'test/integration/admin-users.test.ts',
    title: 'signs out everywhere',
  },
  {
    name: 'a filter that the searched text ends',
    file: 'lambdas/runtime/user-pool-admin.ts',
    find: 'if (NOT_FILTERABLE.test(prefix)) return { users: [], next: undefined };',
    replace: '',
    test: 'lambdas/runtime/user-pool-admin.test.ts',
  },
  {
    name: 'cursors of operators’ lists',
    file: 'lambdas/domain/admin/read-filtered-page.ts',
    find: 'cursor !== undefined && !list.isCursor(cursor)',
    replace: 'cursor === null',
    test: 'lambdas/domain/admin/read-filtered-page.test.ts',
  },
  {
    name: 'cursor of the list of chats',
    file: 'lambdas/contract/chats.ts',
    find: 'query: z.object({ userEmail: email, cursor: z.optional(chatId) }),',
    replace: 'query: z.object({ userEmail: email, cursor: z.optional(z.string()) }),',
    test: 'test/integration/cursors.test.ts',
    title: 'is refused or answered, and is no failure',
  },
  {
    name: 'a confirmed account is never removed by a sign-up',
    file: 'lambdas/domain/signup/decide-step.ts',
    find: '!account.isConfirmed && now',
    replace: 'now',
    test: 'lambdas/domain/signup/decide-step.test.ts',
  },
  {
    name: 'uses and holds together are what a code is good for',
    file: 'lambdas/domain/signup/decide-step.ts',
    find: 'invite.uses + holds.length',
    replace: 'invite.uses',
    test: 'lambdas/domain/signup/decide-step.test.ts',
  },
  {
    name: "another's claim of a guest chat",
    file: 'lambdas/domain/guest/claim-chat.ts',
    find: "  if (claim.owner !== owner) throw new AppError('chat_not_found');\n",
    replace: '',
    test: 'lambdas/domain/guest/claim-chat.test.ts',
  },
];
