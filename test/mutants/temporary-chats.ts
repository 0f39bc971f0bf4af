/** Temporary chats: that they end, that they are kept out of lists, and that nothing of them stays. */
import type { Mutant } from './mutant.ts';

const TEST = 'test/integration/temporary-chats.test.ts';

export const TEMPORARY_CHAT_MUTANTS: readonly Mutant[] = [
  {
    name: 'temporary chats: their turns stay',
    file: 'lambdas/socket/chat.ts',
    find: 'guestTtl(now) : expiryOf(chatId)',
    replace: 'guestTtl(now) : undefined',
    test: TEST,
    title: 'replies, keeps its history',
  },
  {
    name: 'temporary chats: their files stay',
    file: 'lambdas/domain/turn/keep-files.ts',
    find: 'requestId, now, ttl })',
    replace: 'requestId, now })',
    test: TEST,
    title: 'its rows and files are removed',
  },
  {
    name: 'temporary chats: a restored one stays',
    file: 'lambdas/store/chats/delete-and-restore.ts',
    find: "isTemporaryChat(chatId) ? '' : ', #ttl'",
    replace: "', #ttl'",
    test: TEST,
    title: 'ends when it would have',
  },
  {
    name: 'temporary chats: a repeated request makes one again',
    file: 'lambdas/domain/chats/create-chat.ts',
    find: 'ttl !== undefined && ttl <= inSeconds(now.getTime())',
    replace: 'false',
    test: TEST,
    title: 'not again after its end',
  },
  {
    name: 'temporary chats: other devices list them',
    file: 'lambdas/socket/initChat.ts',
    find: 'if (!isTemporaryChat(chat.chatId))\n',
    replace: '',
    test: TEST,
    title: 'other devices are not told',
  },
  {
    name: 'temporary chats: pinned and archived like others',
    file: 'lambdas/domain/chats/temporary-chats.ts',
    find: "if (isTemporaryChat(chatId)) throw new AppError('chat_is_temporary');",
    replace: '',
    test: TEST,
    title: 'cannot have its',
  },
];
