/** Feedback on replies: operators read a conversation only with its user's agreement, and each reading is recorded. */
import type { Mutant } from './mutant.ts';

const TEST = 'test/integration/feedback.test.ts';

export const FEEDBACK_MUTANTS: readonly Mutant[] = [
  {
    name: 'feedback: operators read a conversation without its user’s agreement',
    file: 'lambdas/store/feedback.ts',
    find: 'if (given?.withConversation)\n',
    replace: 'if (given)\n',
    test: TEST,
    title: 'without agreement',
  },
  {
    name: 'feedback: a reading by an operator is not recorded for auditors',
    file: 'lambdas/domain/admin/feedback.ts',
    find: "await putAudit(auditEntry(operator, 'feedback.read', { target: id }));",
    replace: '',
    test: TEST,
    title: 'each reading is recorded',
  },
  {
    name: 'feedback: it is stored for temporary chats',
    file: 'lambdas/domain/chats/rate-reply.ts',
    find: 'if (isTemporaryChat(about.chatId)) return;',
    replace: '',
    test: TEST,
    title: 'in a temporary chat',
  },
  {
    name: 'feedback: it is stored although the dislike was taken back meanwhile',
    file: 'lambdas/domain/chats/rate-reply.ts',
    find: 'turn.disliked !== true) await removeFeedback(ref);',
    replace: 'turn.disliked !== true) return;',
    test: TEST,
    title: 'taken back while the feedback is being stored',
  },
];
