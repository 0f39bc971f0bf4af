import { describe, expect, it, vi } from 'vitest';
import { AppError } from '#contract/error-codes';
import {
  ACK,
  AT,
  CHAT,
  delta,
  end,
  givenConversation,
  message,
  onAssistantMessage,
  onDelta,
  onUserMessage,
  settled,
  welcome,
} from './conversation.fixture.ts';

vi.stubGlobal('requestAnimationFrame', (notify: () => void) => notify());
vi.spyOn(console, 'warn').mockImplementation(() => undefined);

const stored = [welcome, message(1, { content: 'Hello' }), message(2, { content: 'Hi there' })];
const lines = ({ shown }: Pick<ReturnType<typeof givenConversation>, 'shown'>) =>
  shown().map(({ text, status }) => `${status} ${text}`);

describe('the last turn, replaced', () => {
  it('takes the place of the turn, which is shown at once', () => {
    const given = givenConversation(stored);
    expect(given.conversation.actions.replaceLast('Hello again')).toEqual({ sent: true });
    expect(given.requests[0]?.data).toMatchObject({ message: 'Hello again', replaces: 1 });
    expect(lines(given)).toEqual(['complete message 0', 'complete Hello again', 'streaming ']);
  });

  it('drops late pieces of the reply that it replaces', () => {
    const given = givenConversation([welcome]);
    given.conversation.actions.send('Hello');
    onDelta(given.conversation, delta(0, 'Old'));
    onAssistantMessage(given.conversation, end('Old'));
    given.answer().resolve(ACK);
    return settled().then(() => {
      const late = delta(0, 'Old');
      given.conversation.actions.replaceLast();
      onDelta(given.conversation, late);
      expect(lines(given).at(-1)).toBe('streaming ');
      onDelta(given.conversation, { ...delta(0, 'New'), attempt: 2 });
      expect(lines(given).at(-1)).toBe('streaming New');
    });
  });

  it('is not reverted by a page read before the server had handled it', async () => {
    const given = givenConversation(stored);
    given.conversation.actions.replaceLast('Hello again');
    await given.conversation.history.catchUp();
    expect(lines(given)).toEqual(['complete message 0', 'complete Hello again', 'streaming ']);
    const requestId = given.requests[0]?.id ?? '';
    given.readHistory.mockResolvedValue({
      messages: [
        welcome,
        message(1, { requestId, content: 'Hello again' }),
        message(2, { requestId, content: 'Ne', status: 'streaming', attempt: 2 }),
      ],
      olderThan: undefined,
    });
    await given.conversation.history.catchUp();
    expect(lines(given).at(-1)).toBe('streaming Ne');
  });

  it('leaves what was there where it is refused, and keeps a new text to be sent again', async () => {
    const given = givenConversation(stored);
    given.conversation.actions.replaceLast('Hello again');
    given.answer().reject(new AppError('quota_exceeded'));
    await settled();
    expect(lines(given)).toEqual([
      'complete message 0',
      'complete Hello',
      'complete Hi there',
      'unsent Hello again',
    ]);
    expect(given.sent.keep).toHaveBeenLastCalledWith(
      expect.objectContaining({ text: 'Hello again', replaces: 1, refused: expect.any(String) }),
    );
    const key = given.conversation.state.get().messages.at(-1)?.key ?? '';
    given.conversation.actions.retry(key);
    expect(given.requests.at(-1)?.data).toMatchObject({ message: 'Hello again', replaces: 1 });
    expect(lines(given)).toEqual(['complete message 0', 'complete Hello again', 'streaming ']);
  });

  it('says under the reply why another one was refused', async () => {
    const given = givenConversation(stored);
    given.conversation.actions.replaceLast();
    given.answer().reject(new AppError('quota_exceeded'));
    await settled();
    expect(lines(given)).toEqual(['complete message 0', 'complete Hello', 'complete Hi there']);
    expect(given.conversation.state.get().messages.at(-1)?.error).toBeDefined();
  });

  it('serves to retry a stored turn that failed: the question is not doubled', async () => {
    const given = givenConversation([welcome]);
    given.conversation.actions.send('Hello');
    onAssistantMessage(given.conversation, end('', { status: 'failed' }));
    given.answer().reject(new AppError('reply_failed'));
    await settled();
    const reply = given.conversation.state.get().messages.at(-1);
    expect(reply?.status).toBe('failed');
    given.conversation.actions.retry(reply?.key ?? '');
    expect(given.requests.at(-1)?.data).toMatchObject({ message: 'Hello', replaces: 1 });
    expect(lines(given)).toEqual(['complete message 0', 'complete Hello', 'streaming ']);
  });

  it('on another device takes the place of the turn there', () => {
    const given = givenConversation(stored);
    const requestId = crypto.randomUUID();
    const replacement = { chatId: CHAT, requestId, content: 'Hello again', messageIndex: 1, replaces: true };
    onUserMessage(given.conversation, { ...replacement, createdAt: '2026-01-01T00:01:00.000Z' });
    expect(lines(given)).toEqual(['complete message 0', 'complete Hello again', 'streaming ']);
    onAssistantMessage(given.conversation, end('New', { requestId, createdAt: '2026-01-01T00:02:00.000Z' }));
    expect(lines(given).at(-1)).toBe('complete New');
    // The frame of the replacement arrives again, after the reply has ended.
    onUserMessage(given.conversation, { ...replacement, createdAt: AT });
    expect(lines(given).at(-1)).toBe('complete New');
  });

  it('on another device, while this one was away, shows the reply that is being written', async () => {
    const given = givenConversation(stored);
    given.readHistory.mockResolvedValue({
      messages: [
        welcome,
        message(1, { requestId: 'other', content: 'Other', createdAt: '2026-01-01T00:01:00.000Z' }),
        message(2, { requestId: 'other', content: 'Ne', status: 'streaming', attempt: 2 }),
      ],
      olderThan: undefined,
    });
    await given.conversation.history.catchUp();
    onDelta(given.conversation, { ...delta(2, 'w'), requestId: 'other', attempt: 2 });
    expect(lines(given)).toEqual(['complete message 0', 'complete Other', 'streaming New']);
  });
});

describe('Skip', () => {
  it("sends 'skip' [S4.skip.1]", () => {
    const { conversation, requests } = givenConversation();
    conversation.actions.skip();
    expect(requests[0]?.data).toMatchObject({ message: 'skip' });
  });

  it('is answered by the product itself where that fails [S4.skip.3 S8.skip.1]', async () => {
    const { conversation, answer, shown } = givenConversation();
    conversation.actions.skip();
    answer().reject(new AppError('internal'));
    await settled();
    const { role, text } = shown().at(-1) ?? expect.fail('there are no messages');
    expect(role).toBe('assistant');
    expect(text.startsWith("I understand you'd like to skip ahead...")).toBe(true);
    expect(conversation.state.get().pending).toBe(false);
  });
});
