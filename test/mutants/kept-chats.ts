/** Kept chats: that they are shown to their owner alone, and that nothing of them stays. */
import type { Mutant } from './mutant.ts';

const TEST = 'web/src/lib/kept-chats-storage.test.ts';

export const KEPT_CHAT_MUTANTS: readonly Mutant[] = [
  {
    name: 'kept chats: they are shown to another owner',
    file: 'web/src/lib/kept-chats-storage.ts',
    find: 'record?.owner === owner && record.shape',
    replace: 'record?.shape',
    test: TEST,
    title: 'of another owner',
  },
  {
    name: 'kept chats: they are written after a logout',
    file: 'web/src/lib/kept-chats-storage.ts',
    find: "keepsChats() && storedIdentity.get('userEmail') === email",
    replace: "keepsChats() && email !== ''",
    test: TEST,
    title: 'not after a logout',
  },
  {
    name: 'kept chats: a logout does not erase them',
    file: 'web/src/lib/session/session.ts',
    find: 'const erased = eraseKeptChats();',
    replace: 'const erased = Promise.resolve();',
    test: 'web/src/lib/session/session.test.ts',
    title: 'leaves when the kept chats have been erased',
  },
  {
    name: 'kept chats: a message can be sent before the newer ones are loaded',
    file: 'web/src/features/chat/state/conversation/user-actions.ts',
    find: 'pending || isKept) return { sent: false };',
    replace: 'pending) return { sent: false };',
    test: 'web/src/features/chat/state/conversation/history-reader.test.ts',
    title: 'nothing is sent after them',
  },
];
