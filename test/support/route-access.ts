/** Requests for another user's data, by HTTP route. A route of the templates without a row fails a test. */
import { randomUUID } from 'node:crypto';
import type { TestUser } from './stack.ts';

export interface AccessRow {
  /**
   * Callers who are allowed. `public`: everyone. `self`: any signed-in user, since the request cannot name another
   * user. `email`, `chat`, `file`, `share`: the owner of the address, chat, file or share that the request names.
   * `admin`: members of the group `admins`.
   */
  readonly for: 'public' | 'self' | 'email' | 'chat' | 'file' | 'share' | 'admin';
  /** `as` is the user whose data is requested. `id` is that of a chat, a file, or a share. */
  readonly ask: (as: TestUser, id: string) => { readonly path: string; readonly body?: unknown };
}

const newShareId = () => randomUUID().replaceAll('-', '');
const at = (path: string, body?: unknown) => () => ({ path, ...(body !== undefined && { body }) });

const IMPORTED = {
  chatId: '019a0000-0000-8000-8000-000000000000',
  name: 'Imported',
  createdAt: '2025-10-20T10:00:00.000Z',
  from: 0,
  turns: [
    { kind: 'welcome', text: 'From elsewhere', replyAt: '2025-10-20T10:00:00.000Z' },
    { userText: 'Hello', text: 'Hi', replyAt: '2025-10-20T10:00:00.000Z' },
  ],
  isLast: true,
};
const PROJECT_ID = '00000000-0000-4000-8000-000000000000';

export const ACCESS: Readonly<Record<string, AccessRow>> = {
  'GET /api/chats/getChats': {
    for: 'email',
    ask: ({ email }) => ({ path: `/api/chats/getChats?userEmail=${email}` }),
  },
  'GET /api/chats/search': {
    for: 'email',
    ask: ({ email }) => ({ path: `/api/chats/search?userEmail=${email}&query=secret` }),
  },
  'GET /api/chats/getChatHistory/{chatId}': {
    for: 'chat',
    ask: (_, chatId) => ({ path: `/api/chats/getChatHistory/${chatId}` }),
  },
  'PUT /api/chats/{chatId}/name': {
    for: 'chat',
    ask: (_, chatId) => ({ path: `/api/chats/${chatId}/name`, body: { newName: 'Taken' } }),
  },
  'PUT /api/chats/{chatId}/effort': {
    for: 'chat',
    ask: (_, chatId) => ({ path: `/api/chats/${chatId}/effort`, body: { effort: 'balanced' } }),
  },
  'PUT /api/chats/{chatId}/model': {
    for: 'chat',
    ask: (_, chatId) => ({ path: `/api/chats/${chatId}/model`, body: { model: 'deepseek' } }),
  },
  'PUT /api/chats/{chatId}/pinned': {
    for: 'chat',
    ask: (_, chatId) => ({ path: `/api/chats/${chatId}/pinned`, body: { pinned: true } }),
  },
  'PUT /api/chats/{chatId}/archived': {
    for: 'chat',
    ask: (_, chatId) => ({ path: `/api/chats/${chatId}/archived`, body: { archived: true } }),
  },
  'DELETE /api/chats/{chatId}': {
    for: 'chat',
    ask: (_, chatId) => ({ path: `/api/chats/${chatId}` }),
  },
  'POST /api/chats/{chatId}/restore': {
    for: 'chat',
    ask: (_, chatId) => ({ path: `/api/chats/${chatId}/restore` }),
  },
  'POST /api/chats/carryGuestChat': {
    for: 'chat',
    ask: (_, chatId) => ({ path: '/api/chats/carryGuestChat', body: { guestChatId: chatId } }),
  },
  'POST /api/waitlist': { for: 'public', ask: at('/api/waitlist', { email: 'anyone@example.com' }) },
  'POST /signup': {
    for: 'public',
    ask: at('/signup', {
      name: 'Any One',
      inviteCode: 'AAAA-AAAA-AAAA',
      email: 'anyone@example.com',
      password: 'violet harbour 7 lanterns',
    }),
  },
  'POST /api/password/reset': {
    for: 'public',
    ask: at('/api/password/reset', {
      email: 'anyone@example.com',
      code: '000000',
      password: 'violet harbour 7 lanterns',
    }),
  },
  'POST /api/support': {
    for: 'self',
    ask: at('/api/support', { subject: 'A question', message: 'How do I export a chat?' }),
  },
  'GET /api/files': { for: 'self', ask: at('/api/files') },
  'POST /api/files': {
    for: 'file',
    ask: (_, fileId) => ({ path: '/api/files', body: { fileId, name: 'notes.txt' } }),
  },
  'POST /api/files/addresses': {
    for: 'file',
    ask: (_, fileId) => ({ path: '/api/files/addresses', body: { fileIds: [fileId] } }),
  },
  'DELETE /api/files/{fileId}': {
    for: 'file',
    ask: (_, fileId) => ({ path: `/api/files/${fileId}` }),
  },
  'GET /api/instructions': { for: 'self', ask: at('/api/instructions') },
  'PUT /api/instructions': {
    for: 'self',
    ask: at('/api/instructions', { text: 'Answer briefly.', isOn: true }),
  },
  'GET /api/prompts': { for: 'self', ask: at('/api/prompts') },
  'PUT /api/prompts/{promptId}': {
    for: 'self',
    ask: at('/api/prompts/00000000-0000-4000-8000-000000000000', { name: 'Mail', text: 'Write a mail.' }),
  },
  'DELETE /api/prompts/{promptId}': {
    for: 'self',
    ask: at('/api/prompts/00000000-0000-4000-8000-000000000000'),
  },
  'POST /api/import/chats': { for: 'self', ask: at('/api/import/chats', { chats: [IMPORTED] }) },
  'POST /api/import/check': { for: 'self', ask: at('/api/import/check', { chatIds: [IMPORTED.chatId] }) },
  'POST /api/projects': {
    for: 'self',
    ask: at('/api/projects', { projectId: PROJECT_ID, name: 'House', emoji: '🏠', color: 'teal' }),
  },
  'PUT /api/projects/{projectId}': {
    for: 'self',
    ask: at(`/api/projects/${PROJECT_ID}`, { name: 'Garden', color: 'green' }),
  },
  'GET /api/projects/{projectId}/instructions': {
    for: 'self',
    ask: at(`/api/projects/${PROJECT_ID}/instructions`),
  },
  'PUT /api/projects/{projectId}/instructions': {
    for: 'self',
    ask: at(`/api/projects/${PROJECT_ID}/instructions`, { text: 'Answer as a builder.' }),
  },
  'GET /api/projects/{projectId}/files': { for: 'self', ask: at(`/api/projects/${PROJECT_ID}/files`) },
  'PUT /api/projects/{projectId}/files/{fileId}': {
    for: 'file',
    ask: (_, fileId) => ({ path: `/api/projects/${PROJECT_ID}/files/${fileId}`, body: {} }),
  },
  'DELETE /api/projects/{projectId}/files/{fileId}': {
    for: 'file',
    ask: (_, fileId) => ({ path: `/api/projects/${PROJECT_ID}/files/${fileId}` }),
  },
  'PUT /api/project-order': { for: 'self', ask: at('/api/project-order', { projectIds: [PROJECT_ID] }) },
  'PUT /api/chats/{chatId}/project': {
    for: 'chat',
    ask: (_, chatId) => ({ path: `/api/chats/${chatId}/project`, body: { projectId: null } }),
  },
  'DELETE /api/projects/{projectId}': { for: 'self', ask: at(`/api/projects/${PROJECT_ID}`) },
  'GET /api/shares': { for: 'self', ask: at('/api/shares') },
  'PUT /api/shares/{shareId}': {
    for: 'chat',
    ask: (_, chatId) => ({ path: `/api/shares/${newShareId()}`, body: { chatId, readers: 'members' } }),
  },
  'POST /api/shares/{shareId}/update': {
    for: 'share',
    ask: (_, shareId) => ({ path: `/api/shares/${shareId}/update`, body: {} }),
  },
  'PUT /api/shares/{shareId}/readers': {
    for: 'share',
    ask: (_, shareId) => ({ path: `/api/shares/${shareId}/readers`, body: { readers: 'members' } }),
  },
  'DELETE /api/shares/{shareId}': { for: 'self', ask: at(`/api/shares/${'0'.repeat(32)}`) },
  'GET /api/shares/{shareId}': { for: 'self', ask: at(`/api/shares/${'0'.repeat(32)}`) },
  'GET /api/shared/{shareId}': { for: 'public', ask: at(`/api/shared/${'0'.repeat(32)}`) },
  'POST /api/shares/{shareId}/continue': {
    for: 'self',
    ask: at(`/api/shares/${'0'.repeat(32)}/continue`, { requestId: '00000000-0000-4000-8000-000000000000' }),
  },
  'POST /api/shares/{shareId}/report': {
    for: 'self',
    ask: at(`/api/shares/${'0'.repeat(32)}/report`, { message: 'Look at this.' }),
  },
  'POST /api/shared/{shareId}/report': {
    for: 'public',
    ask: at(`/api/shared/${'0'.repeat(32)}/report`, { message: 'Look at this.' }),
  },
  'GET /api/usage': { for: 'email', ask: ({ email }) => ({ path: `/api/usage?userEmail=${email}` }) },
  'GET /api/account/export': { for: 'self', ask: at('/api/account/export') },
  'POST /api/account/logout': { for: 'self', ask: at('/api/account/logout', {}) },
  'GET /api/account/devices': { for: 'self', ask: at('/api/account/devices') },
  'POST /api/account/devices/{id}/end': {
    for: 'self',
    ask: at('/api/account/devices/00000000-0000-4000-8000-000000000000/end', {}),
  },
  'POST /api/account/devices/endOthers': { for: 'self', ask: at('/api/account/devices/endOthers', {}) },
  'POST /api/account/delete': {
    for: 'self',
    ask: ({ email }) => ({ path: '/api/account/delete', body: { confirmEmail: email } }),
  },
  'GET /api/account/second-factor': { for: 'self', ask: at('/api/account/second-factor') },
  'POST /api/account/second-factor/setup': {
    for: 'self',
    ask: at('/api/account/second-factor/setup', { password: 'not the password' }),
  },
  'POST /api/account/second-factor/on': {
    for: 'self',
    ask: at('/api/account/second-factor/on', { password: 'not the password', code: '000000' }),
  },
  'POST /api/account/second-factor/off': {
    for: 'self',
    ask: at('/api/account/second-factor/off', { password: 'not the password', code: '000000' }),
  },
  'GET /api/admin/waitlist': { for: 'admin', ask: at('/api/admin/waitlist') },
  'POST /api/admin/waitlist/approve': {
    for: 'admin',
    ask: ({ email }) => ({ path: '/api/admin/waitlist/approve', body: { emails: [email] } }),
  },
  'POST /api/admin/waitlist/remove': {
    for: 'admin',
    ask: ({ email }) => ({ path: '/api/admin/waitlist/remove', body: { emails: [email] } }),
  },
  'GET /api/admin/invites': { for: 'admin', ask: at('/api/admin/invites') },
  'POST /api/admin/invites': { for: 'admin', ask: at('/api/admin/invites', {}) },
  'POST /api/admin/invites/{code}/revoke': {
    for: 'admin',
    ask: at('/api/admin/invites/AAAA-AAAA-AAAA/revoke', {}),
  },
  'GET /api/admin/users': { for: 'admin', ask: at('/api/admin/users') },
  'GET /api/admin/users/{owner}': {
    for: 'admin',
    ask: ({ owner }) => ({ path: `/api/admin/users/${owner}` }),
  },
  'POST /api/admin/users/{owner}/enabled': {
    for: 'admin',
    ask: ({ owner }) => ({ path: `/api/admin/users/${owner}/enabled`, body: { enabled: false } }),
  },
  'GET /api/admin/audit': { for: 'admin', ask: at('/api/admin/audit') },
  'GET /api/admin/feedback': { for: 'admin', ask: at('/api/admin/feedback') },
  'GET /api/admin/feedback/{id}/conversation': {
    for: 'admin',
    ask: at('/api/admin/feedback/2026-01/conversation'),
  },
  'GET /api/admin/announcement': { for: 'admin', ask: at('/api/admin/announcement') },
  'PUT /api/admin/announcement': {
    for: 'admin',
    ask: at('/api/admin/announcement', { text: 'Hello', level: 'info', link: 'https://example.com' }),
  },
  'DELETE /api/admin/announcement': { for: 'admin', ask: at('/api/admin/announcement') },
  'GET /api/subscription/status/{email}': {
    for: 'email',
    ask: ({ email }) => ({ path: `/api/subscription/status/${email}` }),
  },
  'GET /api/subscription/available-models/{email}': {
    for: 'email',
    ask: ({ email }) => ({ path: `/api/subscription/available-models/${email}` }),
  },
  'POST /api/subscription/cancel': {
    for: 'email',
    ask: ({ email }) => ({ path: '/api/subscription/cancel', body: { userId: email, immediate: true } }),
  },
  'POST /api/subscription/resume': {
    for: 'email',
    ask: ({ email }) => ({ path: '/api/subscription/resume', body: { userId: email } }),
  },
  'POST /api/subscription/create-checkout-session': {
    for: 'email',
    ask: ({ email }) => ({
      path: '/api/subscription/create-checkout-session',
      body: { lookup_key: 'monthly_subscription', userId: email },
    }),
  },
  'POST /api/subscription/portal': {
    for: 'email',
    ask: ({ email }) => ({ path: '/api/subscription/portal', body: { userId: email } }),
  },
  'POST /api/subscription/test-subscription': {
    for: 'email',
    ask: ({ email }) => ({
      path: '/api/subscription/test-subscription',
      body: { userId: email, tier: 'paid', durationDays: 30, planType: 'monthly' },
    }),
  },
};

/** Data of a request, by socket action. An action without an entry fails a test. */
export const SOCKET = {
  initChat: ({ email }: TestUser) => ({ userEmail: email }),
  chat: ({ email }: TestUser, chatId: string) => ({ chatId, message: 'Hello', userEmail: email }),
  likeMessage: ({ email }: TestUser, chatId: string) => ({
    ...{ chatId, messageIndex: 2, liked: true },
    userEmail: email,
  }),
  stopReply: ({ email }: TestUser, chatId: string) => ({ chatId, userEmail: email }),
} as const;
