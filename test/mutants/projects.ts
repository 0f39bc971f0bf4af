/** Projects: how many an account holds, whose they are, and which chats are in them. */
import type { Mutant } from './mutant.ts';

const STORE = 'lambdas/store/projects.ts';
const CHATS_OF_PROJECT = 'lambdas/store/chats/chats-of-project.ts';
const TEST = 'test/integration/projects.test.ts';

export const PROJECT_MUTANTS: readonly Mutant[] = [
  {
    name: 'projects: as many as an account holds',
    file: STORE,
    find: 'countOneMore(countKey(owner), PROJECT.countMax)',
    replace: 'countOneMore(countKey(owner), 1_000_000)',
    test: TEST,
    title: 'are counted once',
  },
  {
    name: 'projects: one that is created twice counts once',
    file: STORE,
    find: "ConditionExpression: 'attribute_not_exists(pk)',",
    replace: '',
    test: TEST,
    title: 'are counted once',
  },
  {
    name: 'projects: one that is deleted twice counts once',
    file: STORE,
    find: "ConditionExpression: 'attribute_exists(pk)',\n        },\n      },\n      { Delete:",
    replace: '},\n      },\n      { Delete:',
    test: TEST,
    title: 'are counted once',
  },
  {
    name: 'projects: a change makes none',
    file: STORE,
    find: "ConditionExpression: 'attribute_exists(pk)',\n        ExpressionAttributeNames: { '#name'",
    replace: "ExpressionAttributeNames: { '#name'",
    test: TEST,
    title: 'of another user',
  },
  {
    name: 'projects: instructions of one that is gone',
    file: STORE,
    find: "ConditionExpression: 'attribute_exists(pk)',\n          ...(text !== ''",
    replace: "...(text !== ''",
    test: TEST,
    title: 'keep their instructions until',
  },
  {
    name: 'projects: a name of any length',
    file: 'lambdas/contract/projects.ts',
    find: ' && graphemes(text) <= PROJECT.nameMaxGraphemes',
    replace: '',
    test: TEST,
    title: 'a name of 61 graphemes',
  },
  {
    name: 'projects: a name that turns text around',
    file: 'lambdas/contract/projects.ts',
    find: ".replace(INVISIBLE, ' ')",
    replace: '',
    test: TEST,
    title: 'lose what hides',
  },
  {
    name: 'projects: instructions of any length',
    file: 'lambdas/contract/projects.ts',
    find: 'z.maxLength(PROJECT.instructionsMaxLength)',
    replace: 'z.maxLength(100_000)',
    test: TEST,
    title: 'keep their instructions until',
  },
  {
    name: 'projects: one of two moves at once',
    file: CHATS_OF_PROJECT,
    find: "'attribute_not_exists(projectId)' : 'projectId = :from'",
    replace: "'attribute_exists(pk)' : '(projectId = :from OR attribute_exists(pk))'",
    test: TEST,
    title: 'whose move another one overtakes',
  },
];
