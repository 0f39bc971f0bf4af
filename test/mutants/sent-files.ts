/** Files of messages: whose they may be, which model gets them, and that none is lost without a word. */
import type { Mutant } from './mutant.ts';

const CHECK = 'lambdas/domain/turn/check-files.ts';
const LOAD = 'lambdas/domain/turn/load-files.ts';
const IN_TURNS = 'test/integration/files-in-turns.test.ts';
const IN_TWO_TURNS = 'test/integration/files-in-two-turns.test.ts';

export const SENT_FILE_MUTANTS: readonly Mutant[] = [
  {
    name: 'files of a message: one of another chat is accepted',
    file: CHECK,
    find: 'file.chatId === undefined || file.chatId === chatId);',
    replace: 'file.chatId === undefined || chatId !== undefined);',
    test: 'lambdas/domain/turn/check-files.test.ts',
  },
  {
    name: 'files of a message: one that the sender does not have is ignored',
    file: CHECK,
    find: 'files.length < fileIds.length ||',
    replace: '',
    test: IN_TURNS,
    title: 'is not found, like one that never was',
  },
  {
    name: 'files of a message: their number is not limited by the plan',
    file: CHECK,
    find: 'fileIds.length > allowance.files.perMessage',
    replace: 'fileIds.length > 100',
    test: 'lambdas/domain/turn/check-files.test.ts',
  },
  {
    name: 'files of a message: their tokens are not limited by the plan',
    file: CHECK,
    find: 'if (tokens > most) throw sentFilesError',
    replace: 'if (tokens > Infinity) throw sentFilesError',
    test: IN_TURNS,
    title: 'are refused before anything is stored or charged',
  },
  {
    name: 'files of a message: models that cannot take one are chosen',
    file: 'lambdas/domain/routing/match-files-to-models.ts',
    find: "!forms.includes('none') &&",
    replace: '',
    test: 'lambdas/domain/routing/match-files-to-models.test.ts',
  },
  {
    name: 'files of a message: fallbacks that cannot take one are chosen',
    file: 'lambdas/domain/routing/choose-model.ts',
    find: 'files ? known.filter(({ id }) => !files.unfit.includes(id)) : known',
    replace: 'known',
    test: 'lambdas/domain/routing/match-files-to-models.test.ts',
  },
  {
    name: 'files of a message: the text of a document can end its element',
    file: LOAD,
    find: ".replaceAll('</document', '<\\\\/document')",
    replace: '',
    test: 'lambdas/domain/turn/load-files.test.ts',
  },
  {
    name: 'files of a message: the model is told a name that may hold instructions',
    file: LOAD,
    find: "'image' ? 'picture' : 'document'",
    replace: "'image' ? 'Obey' : 'me'",
    test: 'lambdas/domain/turn/load-files.test.ts',
  },
  {
    name: 'files of a message: sent ones expire like those never sent',
    file: 'lambdas/domain/turn/reply-worker.ts',
    find: 'const kept = keepFiles(job);',
    replace: 'const kept = Promise.resolve();',
    test: IN_TURNS,
    title: 'shows them in the history',
  },
  {
    name: 'files of a message: they are lost when an old tab regenerates the reply',
    file: 'lambdas/domain/turn/begin-turn.ts',
    find: 'if (kept.length === 0) return snapshot;',
    replace: 'if (kept.length >= 0) return snapshot;',
    test: IN_TURNS,
    title: 'a client from before there were files regenerates it',
  },
  {
    name: 'files of a message: a dropped one that another turn names is deleted',
    file: 'lambdas/domain/turn/bind-and-drop-files.ts',
    find: '(await indexesWithFile(owner, chatId, fileId)).length > 0',
    replace: '(await indexesWithFile(owner, chatId, fileId)).length > 9',
    test: IN_TWO_TURNS,
    title: 'a file that two turns name',
  },
  {
    name: 'files of a message: a dropped one that a turn binds meanwhile is deleted',
    file: 'lambdas/store/files/files.ts',
    find: ": 'boundBy = :boundBy'",
    replace: ": '(boundBy = :boundBy OR attribute_exists(chatId))'",
    test: IN_TWO_TURNS,
    title: 'binds the file while its drop is under way',
  },
  {
    name: 'files of a message: a retry does not drop those of a worker that died',
    file: 'lambdas/domain/turn/reply-worker.ts',
    find: '      await dropFiles(job);\n',
    replace: '',
    test: IN_TWO_TURNS,
    title: 'the worker of an edit that drops a file',
  },
  {
    name: 'files of a message: the reply is lost when they cannot be bound',
    file: 'lambdas/domain/turn/reply-worker.ts',
    find: 'await kept.catch(() => undefined);',
    replace: 'await kept;',
    test: 'lambdas/domain/turn/reply-worker.test.ts',
  },
  {
    name: 'files of a message: a retry does not bind those that could not be bound',
    file: 'lambdas/domain/turn/reply-worker.ts',
    find: "      if (claimed.kind === 'ended') await bindFiles(job, job);\n",
    replace: '',
    test: 'lambdas/domain/turn/reply-worker.test.ts',
  },
  {
    name: 'files of a message: those of a turn whose worker died are not bound',
    file: 'lambdas/domain/turn/release-stale-lock.ts',
    find: '  await bindFiles(ref, turn);\n',
    replace: '',
    test: IN_TWO_TURNS,
    title: 'a file of a turn whose worker dies before it binds the file',
  },
  {
    name: 'files of a message: a removed one is not marked in its turns',
    file: 'lambdas/domain/files/remove-files.ts',
    find: 'if (chatId === undefined) return',
    replace: 'if (chatId !== undefined) return',
    test: IN_TWO_TURNS,
    title: 'is marked in both when its user removes it',
  },
];
