/** Shared chats: what a snapshot leaves out, who may read it, and that it ends. */
import type { Mutant } from './mutant.ts';

const TEST = 'test/integration/sharing.test.ts';
const READ = 'lambdas/domain/shares/read-share.ts';
const MAKE = 'lambdas/domain/shares/take-snapshot.ts';
const STORE = 'lambdas/store/shares/shares.ts';
const READ_TEST = 'lambdas/domain/shares/read-share.test.ts';
const MAKE_TEST = 'lambdas/domain/shares/take-snapshot.test.ts';

export const SHARING_MUTANTS: readonly Mutant[] = [
  {
    name: 'sharing: a visitor reads what is for users',
    file: READ,
    find: "|| (reader === 'visitor' && share.audience !== 'anyone')",
    replace: '',
    test: TEST,
    title: 'that is not for the reader',
  },
  {
    name: 'sharing: a deleted chat is still read',
    file: READ,
    find: '  if (!(await getChat(share.owner, share.chatId))) throw',
    replace: '  if (share.chatId === undefined) throw',
    test: READ_TEST,
    title: 'whose chat is not there',
  },
  {
    name: 'sharing: read where the operator has it off',
    file: READ,
    find: "(sharing() === 'members' && reader === 'member')",
    replace: "reader === 'member'",
    test: READ_TEST,
  },
  {
    name: 'sharing: made for anyone where the operator allows users alone',
    file: MAKE,
    find: "|| (audience === 'anyone' && allowed !== 'anyone')",
    replace: '',
    test: TEST,
    title: 'where the operator allows members alone',
  },
  {
    name: 'sharing: made and updated where the operator has it off',
    file: MAKE,
    find: "  if (sharing() === 'off') throw new AppError('sharing_not_allowed');\n",
    replace: '',
    test: MAKE_TEST,
    title: 'has sharing off',
  },
  {
    name: 'sharing: another user updates a share',
    file: MAKE,
    find: "    if (before?.owner !== owner) throw new AppError('share_not_found');",
    replace: "    if (!before) throw new AppError('share_not_found');",
    test: TEST,
    title: 'only its owner can',
  },
  {
    name: 'sharing: another user ends a share',
    file: STORE,
    find: '    if (share?.owner !== owner) return true;',
    replace: '    if (!share) return true;',
    test: TEST,
    title: 'only its owner can',
  },
  {
    name: 'sharing: the welcome, which names the author, is in the snapshot',
    file: MAKE,
    find: 'kind !== undefined || ',
    replace: '',
    test: MAKE_TEST,
    title: 'the welcome',
  },
  {
    name: 'sharing: a deleted chat stays shared',
    file: 'lambdas/http/chats.ts',
    find: '    await removeSharesOfChat(caller.owner, chatId);\n',
    replace: '',
    test: TEST,
    title: 'comes with the deletion of its chat',
  },
  {
    name: 'sharing: search engines list the pages',
    file: 'lib/constructs/site/site.ts',
    find: "        '/s/*': { ...routes, responseHeadersPolicy: sharedHeaders },\n",
    replace: '',
    test: TEST,
    title: 'out of caches and search engines',
  },
  {
    name: 'sharing: made where the operator has sharing off',
    file: MAKE,
    find: "allowed === 'off' ||",
    replace: '',
    test: MAKE_TEST,
  },
];
