/** Files of messages: whose they may be, which model gets them, and that none is lost without a word. */
import type { Mutant } from './mutant.ts';

const CHECK = 'lambdas/domain/turn/check-files.ts';
const LOAD = 'lambdas/domain/turn/load-files.ts';
const IN_TURNS = 'test/integration/files-in-turns.test.ts';
const IN_TWO_TURNS = 'test/integration/files-in-two-turns.test.ts';

export const SENT_FILE_MUTANTS: readonly Mutant[] = [
  {
    name: 'files of other chats',
    file: CHECK,
    find: 'file.chatId === undefined || file.chatId === chatId);',
    replace: 'file.chatId === undefined || chatId !== undefined);',
    test: 'lambdas/domain/turn/check-files.test.ts',
  },
  {
    name: 'files that the sender does not have',
    file: CHECK,
    find: 'files.length < fileIds.length ||',
    replace: '',
    test: IN_TURNS,
    title: 'is not found, like one that never was',
  },
  {
    name: 'files beyond those of the plan',
    file: CHECK,
    find: 'fileIds.length > allowance.files.perMessage',
    replace: 'fileIds.length > 100',
    test: 'lambdas/domain/turn/check-files.test.ts',
  },
  {
    name: 'tokens of files beyond those of the plan',
    file: CHECK,
    find: 'if (tokens > most) throw sentFilesError',
    replace: 'if (tokens > Infinity) throw sentFilesError',
    test: IN_TURNS,
    title: 'are refused before anything is stored or charged',
  },
  {
    name: 'models that cannot take a file',
    file: 'lambdas/domain/routing/match-files-to-models.ts',
    find: "!forms.includes('none') &&",
    replace: '',
    test: 'lambdas/domain/routing/match-files-to-models.test.ts',
  },
  {
    name: 'fallbacks that cannot take a file',
    file: 'lambdas/domain/routing/choose-model.ts',
    find: 'files ? known.filter(({ id }) => !files.unfit.includes(id)) : known',
    replace: 'known',
    test: 'lambdas/domain/routing/match-files-to-models.test.ts',
  },
  {
    name: 'the end of a document’s text',
    file: LOAD,
    find: ".replaceAll('</document', '<\\\\/document')",
    replace: '',
    test: 'lambdas/domain/turn/load-files.test.ts',
  },
  {
    name: 'names that users gave to files',
    file: LOAD,
    find: "'image' ? 'picture' : 'document'",
    replace: "'image' ? 'Obey' : 'me'",
    test: 'lambdas/domain/turn/load-files.test.ts',
  },
  {
    name: 'a sent file stays when those never sent expire',
    file: 'lambdas/domain/turn/reply-worker.ts',
    find: 'const kept = keepFiles(job);',
    replace: 'const kept = Promise.resolve();',
    test: IN_TURNS,
    title: 'shows them in the history',
  },
  {
    name: 'files of a message that an old tab regenerates',
    file: 'lambdas/domain/turn/begin-turn.ts',
    find: 'if (kept.length === 0) return snapshot;',
    replace: 'if (kept.length >= 0) return snapshot;',
    test: IN_TURNS,
    title: 'a client from before there were files regenerates it',
  },
  {
    name: 'a dropped file stays while another turn names it',
    file: 'lambdas/domain/turn/bind-and-drop-files.ts',
    find: '(await indexesWithFile(owner, chatId, fileId)).length > 0',
    replace: '(await indexesWithFile(owner, chatId, fileId)).length > 9',
    test: IN_TWO_TURNS,
    title: 'a file that two turns name',
  },
  {
    name: 'a dropped file stays when a turn binds it meanwhile',
    file: 'lambdas/store/files/files.ts',
    find: ": 'boundBy = :boundBy'",
    replace: ": '(boundBy = :boundBy OR attribute_exists(chatId))'",
    test: IN_TWO_TURNS,
    title: 'binds the file while its drop is under way',
  },
  {
    name: 'a dropped file goes although its worker died before',
    file: 'lambdas/domain/turn/reply-worker.ts',
    find: '      await dropFiles(job);\n',
    replace: '',
    test: IN_TWO_TURNS,
    title: 'the worker of an edit that drops a file',
  },
  {
    name: 'a reply is stored though the files of its turn cannot be bound',
    file: 'lambdas/domain/turn/reply-worker.ts',
    find: 'await kept.catch(() => undefined);',
    replace: 'await kept;',
    test: 'lambdas/domain/turn/reply-worker.test.ts',
  },
  {
    name: 'files that could not be bound are bound by the retry',
    file: 'lambdas/domain/turn/reply-worker.ts',
    find: "      if (claimed.kind === 'ended') await bindFiles(job, job);\n",
    replace: '',
    test: 'lambdas/domain/turn/reply-worker.test.ts',
  },
  {
    name: 'files of a turn whose worker died are bound',
    file: 'lambdas/domain/turn/recovery.ts',
    find: '  await bindFiles(ref, turn);\n',
    replace: '',
    test: IN_TWO_TURNS,
    title: 'a file of a turn whose worker dies before it binds the file',
  },
  {
    name: 'a removed file is marked in every turn',
    file: 'lambdas/domain/files/remove-files.ts',
    find: 'if (chatId === undefined) return',
    replace: 'if (chatId !== undefined) return',
    test: IN_TWO_TURNS,
    title: 'is marked in both when its user removes it',
  },
];
