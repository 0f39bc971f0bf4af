/** Versions of earlier messages: locks of forks, late rows, the list of branches and its limit. */
import type { Mutant } from './mutant.ts';

const BRANCHES = 'test/integration/branches.test.ts';
const LOCK = 'lambdas/store/turns/lock.ts';

export const BRANCH_MUTANTS: readonly Mutant[] = [
  {
    name: 'branches: an expired lock of a fork is overwritten',
    file: LOCK,
    find: "'attribute_not_exists(pending.versionOf) AND attribute_not_exists(pending.continues)))'",
    replace: "'attribute_not_exists(pending.noFork)))'",
    test: BRANCHES,
    title: 'whose lock has expired',
  },
  {
    name: 'branches: the end of a turn does not add its branch',
    file: LOCK,
    find: "', branches = :branches'",
    replace: "', branchesLost = :branches'",
    test: BRANCHES,
    title: 'is shown in its place',
  },
  {
    name: 'branches: the release of a dead worker’s turn does not add its branch',
    file: 'lambdas/domain/turn/release-stale-lock.ts',
    find: 'const branches = forkOf(pending) && held.branches;',
    replace: 'const branches = forkOf(pending) && undefined;',
    test: BRANCHES,
    title: 'worker died before the release',
  },
  {
    name: 'branches: a late row that is not in the list is shown',
    file: 'lambdas/contract/branches.ts',
    find: '((versionOf ?? continues) === undefined || branches.some(({ from }) => from === index))',
    replace: '((versionOf ?? continues) === undefined || branches.length >= 0)',
    test: BRANCHES,
    title: 'that the list does not name',
  },
  {
    name: 'branches: a late row that is not in the list is sent to the model',
    file: 'lambdas/domain/turn/previous-turns-and-answered-turn.ts',
    find: 'turn.index < messageIndex && forkOf(turn) === undefined);',
    replace: 'turn.index < messageIndex);',
    test: BRANCHES,
    title: 'that the list does not name',
  },
  {
    name: 'branches: their number in a chat is not limited',
    file: 'lambdas/domain/turn/begin-turn.ts',
    find: 'if (!placed.isFull) return',
    replace: 'if (placed) return',
    test: BRANCHES,
    title: 'refuses one more',
  },
  {
    name: 'branches: their limit is not checked when a message is sent again after its call died',
    file: 'lambdas/domain/turn/handle-resent-message.ts',
    find: 'if (placed.isFull && !turn)',
    replace: 'if (!placed)',
    test: BRANCHES,
    title: 'sent again after its call has died',
  },
  {
    name: 'branches: a message of a device that is behind continues the newest branch',
    file: 'lambdas/domain/turn/place-turn-in-branch.ts',
    find: 'after < newest.from;',
    replace: 'after < 0;',
    test: BRANCHES,
    title: 'continues what its user saw',
  },
  {
    name: 'branches: a guest may begin one',
    file: 'lambdas/socket/chat.ts',
    find: "if (kind === 'guest' && (versionOf ?? continues) !== undefined)",
    replace: "if (kind !== 'guest' && places.length > 1)",
    test: BRANCHES,
    title: 'and so is one of a guest',
  },
];
