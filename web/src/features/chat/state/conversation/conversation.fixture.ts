import { expect, vi } from 'vitest';
import type { Message } from '#contract/entities';
import type { AppError } from '#contract/error-codes';
import type {
  AckData,
  AssistantDeltaData,
  AssistantMessageData,
  ThinkingDeltaData,
  UserMessageData,
} from '#contract/socket';
import { createStore } from '../../../../lib/observable-store.ts';
import type { SentMessage } from '../../../../lib/unacknowledged-message-storage.ts';
import type { HistoryPage, PageQuery } from '../../api/early-chat-calls.ts';
import type { SignedInUser } from '../chats/signed-in-user-with-chat-list.ts';
import type { QuotaState } from '../quota-or-refusal.ts';
import { Conversation } from './conversation.ts';

export const CHAT = '0199c3a0-0000-7000-8000-000000000001';
export const AT = '2026-01-01T00:00:00.000Z';

/** A stored message. The user's messages have odd indexes. */
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
/**
 * Request id in the frames of `end` and `delta`. This is the id of the latest `chat` request, or else the id
 * of the stored turn at index 1.
 */
let asked = 'request 1';
/** Final frame of the reply at index 2. */
export const end = (
  content: string | undefined,
  change: Partial<AssistantMessageData> = {},
): AssistantMessageData => ({
  chatId: CHAT,
  requestId: asked,
  role: 'assistant',
  createdAt: AT,
  messageIndex: 2,
  status: 'complete',
  ...(content !== undefined && { content }),
  ...change,
});
/** Chunk of the reply at index 2. */
export const delta = (offset: number, text: string): AssistantDeltaData => ({
  chatId: CHAT,
  requestId: asked,
  messageIndex: 2,
  attempt: 1,
  offset,
  text,
});

/** Creates a conversation with ports that record each call. */
export function givenConversation(
  stored: readonly Message[] = [welcome],
  { opened = true, account }: { opened?: boolean; account?: SignedInUser } = {},
) {
  asked = 'request 1';
  const requests: { action: string; data: object; id: string | undefined }[] = [];
  const answers: { resolve: (data: AckData<'chat'>) => void; reject: (error: AppError) => void }[] = [];
  const readHistory = vi.fn(
    async (_chatId: string, _query: PageQuery): Promise<HistoryPage> => ({
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
        if (action === 'chat' && id !== undefined) asked = id;
        // The cast lets tests resolve any request, such as `likeMessage`, with the ack of a `chat` request.
        return new Promise((resolve, reject) => answers.push({ resolve: resolve as never, reject }));
      },
    },
    senderFields: { userEmail: 'ada@example.com' },
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

export const onDelta = (conversation: Conversation, data: AssistantDeltaData): void =>
  conversation.receive({ type: 'assistantDelta', data });
export const onThought = (conversation: Conversation, data: ThinkingDeltaData): void =>
  conversation.receive({ type: 'thinkingDelta', data });
export const onAssistantMessage = (conversation: Conversation, data: Partial<AssistantMessageData>): void =>
  conversation.receive({ type: 'assistantMessage', data: { ...end(undefined), ...data } });
export const onUserMessage = (conversation: Conversation, data: UserMessageData): void =>
  conversation.receive({ type: 'userMessage', data });
export const onLiked = (conversation: Conversation, data: AckData<'likeMessage'>): void =>
  conversation.receive({ type: 'messageLiked', data });
export const onAccepted = (conversation: Conversation, id: string, messageIndex = 1): void =>
  conversation.receive({ type: 'accepted', id, data: { chatId: CHAT, messageIndex, createdAt: AT } });

export const ACK = { chatId: CHAT, messageIndex: 2, status: 'complete' } as const;
/** Waits until all settled promises have been handled. */
export const settled = () => new Promise((resolve) => setTimeout(resolve));
