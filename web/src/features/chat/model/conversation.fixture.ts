/** What the tests of conversations begin with. */
import { expect, vi } from 'vitest';
import type { Message } from '#contract/entities';
import type { AppError } from '#contract/errors';
import type { AckData, AssistantDeltaData, AssistantMessageData } from '#contract/socket';
import type { SentMessage } from '../../../lib/sent-messages.ts';
import { createStore } from '../../../lib/store.ts';
import type { HistoryPage } from '../api/get-chat-history.ts';
import type { Account } from './account.ts';
import { Conversation } from './conversation.ts';
import type { QuotaState } from './quota-state.ts';

export const CHAT = '0199c3a0-0000-7000-8000-000000000001';
export const AT = '2026-01-01T00:00:00.000Z';

/** As the server tells it: messages of the user have odd indexes. */
export const message = (messageIndex: number, change: Partial<Message> = {}): Message => ({
  requestId: messageIndex === 0 ? 'at:0' : `request ${Math.ceil(messageIndex / 2)}`,
  role: messageIndex % 2 === 1 ? 'user' : 'assistant',
  content: `message ${messageIndex}`,
  createdAt: AT,
  messageIndex,
  status: 'complete',
  ...change,
});
export const welcome = message(0, { isWelcome: true });
/** The end of the reply at index 2. */
export const end = (
  content: string | undefined,
  change: Partial<AssistantMessageData> = {},
): AssistantMessageData => ({
  chatId: CHAT,
  role: 'assistant',
  createdAt: AT,
  messageIndex: 2,
  status: 'complete',
  ...(content !== undefined && { content }),
  ...change,
});
/** A piece of the reply at index 2. */
export const delta = (offset: number, text: string): AssistantDeltaData => ({
  chatId: CHAT,
  messageIndex: 2,
  attempt: 1,
  offset,
  text,
});

/** A conversation over ports that record what is asked of them. */
export function givenConversation(
  stored: readonly Message[] = [welcome],
  { opened = true, account }: { opened?: boolean; account?: Account } = {},
) {
  const requests: { action: string; data: object; id: string | undefined }[] = [];
  const answers: { resolve: (data: AckData<'chat'>) => void; reject: (error: AppError) => void }[] = [];
  const readHistory = vi.fn(
    async (_chatId: string, _before?: number, _after?: number): Promise<HistoryPage> => ({
      messages: stored,
      olderThan: undefined,
    }),
  );
  const onAccepted = vi.fn();
  const sent = { of: vi.fn((): readonly SentMessage[] => []), keep: vi.fn(), forget: vi.fn() };
  const quota = createStore<QuotaState>(undefined);
  const conversation = new Conversation(CHAT, {
    socket: {
      request: (action, data, id) => {
        requests.push({ action, data, id });
        // Only the acknowledgement of `chat` is looked at here.
        return new Promise((resolve, reject) => answers.push({ resolve: resolve as never, reject }));
      },
    },
    party: { userEmail: 'ada@example.com' },
    readHistory,
    onAccepted,
    sent,
    quota,
    ...(account && { account }),
  });
  if (opened) conversation.begin(stored);
  const shown = () =>
    conversation.state.get().messages.map(({ role, content, status, live }) => ({
      role,
      text: live?.text() ?? content,
      status,
    }));
  const answer = (i = answers.length - 1) => answers[i] ?? expect.fail('nothing was sent');
  return { conversation, requests, answer, shown, readHistory, onAccepted, sent, quota };
}

export const ACK = { chatId: CHAT, messageIndex: 2, status: 'complete' } as const;
/** Everything that was resolved or rejected has been taken in. */
export const settled = () => new Promise((resolve) => setTimeout(resolve));
