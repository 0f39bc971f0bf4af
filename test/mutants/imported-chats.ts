/** Imported chats: limits, what a request may hold, and that a repeated or broken import changes nothing that is there. */
import type { Mutant } from './mutant.ts';

const CONTRACT = 'lambdas/contract/import.ts';
const IMPORT = 'lambdas/domain/import/import-chats.ts';
const STORE = 'lambdas/store/chats/imported-chats.ts';
const TEST = 'test/integration/import.test.ts';

export const IMPORTED_CHAT_MUTANTS: readonly Mutant[] = [
  {
    name: 'import: messages of a day',
    file: IMPORT,
    find: 'if (counted === undefined) throw',
    replace: 'if (counted === -1) throw',
    test: TEST,
    title: 'a day’s messages are counted',
  },
  {
    name: 'import: a long message counts more than once',
    file: CONTRACT,
    find: 'Math.ceil(bytesOf(value) / IMPORT.countedBytes)',
    replace: '1',
    test: TEST,
    title: 'a day’s messages are counted',
  },
  {
    name: 'import: a chat that is there stays and is not counted',
    file: IMPORT,
    find: "if (isThere(chat, now)) return 'there';",
    replace: "if (isThere(chat, now)) return 'open';",
    test: TEST,
    title: 'changes nothing, counts nothing',
  },
  {
    name: 'import: a chat that another import stored meanwhile',
    file: STORE,
    find: "ConditionExpression: 'attribute_not_exists(pk)',\n        ReturnValuesOnConditionCheckFailure",
    replace: 'ReturnValuesOnConditionCheckFailure',
    test: TEST,
    title: 'that another import overtakes before its first write',
  },
  {
    name: 'import: a turn that its user has replaced meanwhile',
    file: STORE,
    find: "fields, status },\n        ConditionExpression: 'attribute_not_exists(pk)',",
    replace: 'fields, status },',
    test: TEST,
    title: 'that another import overtakes before its turn',
  },
  {
    name: 'import: a part without those before it leaves no turns',
    file: IMPORT,
    find: 'if (parts.some(({ chatId, from }) => from > 0 && !chats.has(chatId)))',
    replace: 'if (parts.length < 0)',
    test: TEST,
    title: 'whose earlier part is missing',
  },
  {
    name: 'import: a missing part in the middle',
    file: STORE,
    find: 'importing = :true AND nextIndex >= :from',
    replace: 'importing = :true AND nextIndex <> :true AND :from = :from',
    test: TEST,
    title: 'whose earlier part is missing',
  },
  {
    name: 'import: a repeated part takes nothing back',
    file: STORE,
    find: 'importing = :true AND nextIndex = :from',
    replace: 'importing = :true AND nextIndex <> :true AND :from = :from',
    test: TEST,
    title: 'is there with its last part',
  },
];
