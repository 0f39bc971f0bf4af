import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { AppError, ERRORS } from '#contract/error-codes';
import {
  ACK,
  AT,
  CHAT,
  delta,
  end,
  givenConversation,
  message,
  onAccepted,
  onAssistantMessage,
  onDelta,
  onUserMessage,
  settled,
  welcome,
} from './conversation.fixture.ts';

vi.stubGlobal('requestAnimationFrame', (notify: () => void) => notify());

describe('sending a message (docs/spec.md 4.3)', () => {
  it('shows it at once, with a reply that is awaited, and blocks a second one [S4.sending.1 S4.sending.2 S4.sending.3]', () => {
    const { conversation, requests, shown } = givenConversation();
    expect(conversation.actions.send('  one\ntwo ')).toEqual({ sent: true });
    const known = { after: 0, context: 1 };
    const data = { chatId: CHAT, message: 'one<br>two', userEmail: 'ada@example.com', ...known };
    expect(requests[0]?.data).toEqual(data);
    expect(shown().slice(1)).toEqual([
      { role: 'user', text: 'one\ntwo', status: 'complete' },
      { role: 'assistant', text: '', status: 'streaming' },
    ]);
    expect(conversation.state.get().pending).toBe(true);
    expect(conversation.actions.send('again')).toEqual({ sent: false });
    expect(requests).toHaveLength(1);
  });

  it('does not send a blank message, nor one that is too long, which stays with the writer', () => {
    const { conversation, requests } = givenConversation();
    expect(conversation.actions.send(' \n ')).toEqual({ sent: false });
    expect(conversation.actions.send('x'.repeat(20_001)).problem).toContain('20,001');
    expect(requests).toEqual([]);
  });

  it('is over with the final message and the acknowledgement [S4.sending.4]', async () => {
    const { conversation, answer, shown, onAccepted } = givenConversation();
    conversation.actions.send('Hello');
    const [, user, reply] = conversation.state.get().messages;
    onDelta(conversation, delta(0, 'Hi'));
    onAssistantMessage(conversation, end('Hi there'));
    answer().resolve(ACK);
    await settled();
    expect(shown().at(-1)).toEqual({ role: 'assistant', text: 'Hi there', status: 'complete' });
    expect(conversation.state.get().messages.slice(1)).toMatchObject([
      { key: user?.key, index: 1 },
      { key: reply?.key, index: 2 },
    ]);
    expect(conversation.state.get().pending).toBe(false);
    expect(onAccepted).toHaveBeenCalledExactlyOnceWith(CHAT, 'Hello', true);
  });

  it('keeps a message that was refused as unsent, and sends it again on request', async () => {
    const { conversation, answer, requests, shown } = givenConversation();
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    conversation.actions.send('Hello');
    answer().reject(new AppError('quota_exceeded'));
    await settled();
    expect(shown().slice(1)).toEqual([{ role: 'user', text: 'Hello', status: 'unsent' }]);
    expect(conversation.state.get().pending).toBe(false);
    const key = conversation.state.get().messages[1]?.key ?? '';
    conversation.actions.retry(key);
    expect(requests).toHaveLength(2);
    expect(requests[1]?.id).not.toBe(requests[0]?.id);
    expect(shown().filter(({ role }) => role === 'user')).toHaveLength(1);
  });

  it('keeps what a failed reply had, with the server’s words', async () => {
    const { conversation, answer } = givenConversation();
    conversation.actions.send('Hello');
    onDelta(conversation, delta(0, 'Half'));
    answer().reject(new AppError('model_unavailable', { message: ERRORS.model_unavailable.message }));
    await settled();
    expect(conversation.state.get().messages.at(-1)).toMatchObject({
      content: 'Half',
      status: 'failed',
      error: 'The model is busy right now. Please try again.',
    });
  });
});

describe('frames', () => {
  it('end in the final text, whatever is lost, doubled or out of order', () => {
    const text = 'The quick brown fox jumps over the lazy dog';
    const pieces = text.match(/.{1,5}/gs)?.map((piece, i) => delta(i * 5, piece)) ?? [];
    const frames = fc.shuffledSubarray([...pieces, ...pieces, ...pieces]);
    fc.assert(
      fc.property(frames, fc.nat(), (arriving, at) => {
        const { conversation, shown } = givenConversation();
        conversation.actions.send('Hello');
        const cut = arriving.length === 0 ? 0 : at % arriving.length;
        for (const frame of arriving.slice(0, cut)) onDelta(conversation, frame);
        onAssistantMessage(conversation, end(text));
        for (const frame of arriving.slice(cut)) onDelta(conversation, frame);
        expect(shown().slice(2)).toEqual([{ role: 'assistant', text, status: 'complete' }]);
      }),
    );
  });

  it('without the text of a final message, which was too large, lead to a read of the history', async () => {
    const long = message(2, { content: 'a very long reply' });
    const { conversation, shown, readHistory } = givenConversation();
    conversation.actions.send('message 1');
    readHistory.mockResolvedValue({ messages: [welcome, message(1), long], olderThan: undefined });
    onAssistantMessage(conversation, end(undefined));
    await settled();
    expect(shown().at(-1)?.text).toBe('a very long reply');
    expect(shown()).toHaveLength(3);
  });

  it('that were lost are noticed by what comes after them', async () => {
    const { conversation, shown, readHistory } = givenConversation();
    readHistory.mockResolvedValue({ messages: [welcome, message(1), message(2)], olderThan: undefined });
    onAssistantMessage(conversation, end('message 2'));
    await settled();
    expect(shown().map(({ text }) => text)).toEqual(['message 0', 'message 1', 'message 2']);
  });

  it('show what another tab sent, but not one’s own message twice', () => {
    const { conversation, requests, shown } = givenConversation();
    const fromElsewhere = { chatId: CHAT, content: 'Hello', createdAt: AT, messageIndex: 1 };
    onUserMessage(conversation, { ...fromElsewhere, requestId: crypto.randomUUID() });
    expect(shown().map(({ role }) => role)).toEqual(['assistant', 'user', 'assistant']);
    onAssistantMessage(conversation, end('Hi'));
    conversation.actions.send('Mine');
    const requestId = requests[0]?.id ?? '';
    onUserMessage(conversation, { ...fromElsewhere, content: 'Mine', messageIndex: 3, requestId });
    expect(shown().filter(({ text }) => text === 'Mine')).toHaveLength(1);
  });
});

describe('a stop', () => {
  const stops = ({ requests }: ReturnType<typeof givenConversation>) =>
    requests.filter(({ action }) => action === 'stopReply').length;
  /** Sends a message, and stops its reply before the server has begun it. */
  const givenEarlyStop = () => {
    const given = givenConversation();
    given.conversation.actions.send('Hello');
    void given.conversation.actions.stop();
    const id = given.requests[0]?.id ?? '';
    return { ...given, id, state: given.conversation.state, count: () => stops(given) };
  };

  it.each([
    ['the message is accepted', (given) => onAccepted(given.conversation, given.id)],
    ['its reply streams, if that frame was lost', (given) => onDelta(given.conversation, delta(0, 'Hi'))],
  ] satisfies [string, (given: ReturnType<typeof givenEarlyStop>) => void][])(
    'before the server has begun the message is asked for once %s',
    async (_, begin) => {
      const given = givenEarlyStop();
      await settled();
      expect(given.count()).toBe(0);
      expect(given.state.get().stopping).toBe(true);
      begin(given);
      await settled();
      onDelta(given.conversation, delta(0, 'Hi'));
      await settled();
      expect(given.count()).toBe(1);
      expect(given.state.get().stopping).toBe(true);
    },
  );

  it('ends with a message that is refused: the next message is not stopped', async () => {
    const { conversation, answer, requests, state, count } = givenEarlyStop();
    answer(0).reject(new AppError('quota_exceeded'));
    await settled();
    expect(state.get().stopping).toBe(false);
    conversation.actions.send('Again');
    onAccepted(conversation, requests[1]?.id ?? '');
    await settled();
    expect(count()).toBe(0);
    expect(state.get()).toMatchObject({ pending: true, stopping: false });
  });

  it('of a reply to another tab is asked for at once', async () => {
    const given = givenConversation();
    const requestId = 'request of another tab';
    onUserMessage(given.conversation, {
      chatId: CHAT,
      requestId,
      content: 'Hello',
      createdAt: AT,
      messageIndex: 1,
    });
    void given.conversation.actions.stop();
    await settled();
    expect(stops(given)).toBe(1);
  });
});

describe('the place of a message', () => {
  it('is told before its reply: the message counts as accepted', () => {
    const { conversation, requests, onAccepted: taken } = givenConversation();
    conversation.actions.send('Hello');
    expect(taken).not.toHaveBeenCalled();
    onAccepted(conversation, requests[0]?.id ?? '');
    expect(taken).toHaveBeenCalledExactlyOnceWith(CHAT, 'Hello', true);
    expect(conversation.state.get().messages.map(({ index }) => index)).toEqual([0, 1, 2]);
    expect(conversation.state.get().pending).toBe(true);
  });

  it('reveals missed messages before it, which are then read', () => {
    const { conversation, requests, readHistory } = givenConversation();
    conversation.actions.send('Hello');
    onAccepted(conversation, requests[0]?.id ?? '', 3);
    expect(readHistory).toHaveBeenCalledOnce();
  });
});

describe('history', () => {
  it('is read again after a lost connection without doubling anything', async () => {
    const { conversation, shown, readHistory, requests } = givenConversation();
    conversation.actions.send('message 1');
    onDelta(conversation, delta(0, 'Par'));
    const requestId = requests[0]?.id ?? '';
    const streaming = message(2, { requestId, content: 'Partial', status: 'streaming', attempt: 1 });
    const page = [welcome, message(1, { requestId }), streaming];
    readHistory.mockResolvedValue({ messages: page, olderThan: undefined });
    await conversation.history.catchUp();
    expect(shown().map(({ text }) => text)).toEqual(['message 0', 'message 1', 'Partial']);
    onDelta(conversation, delta(7, ' and whole'));
    expect(shown().at(-1)?.text).toBe('Partial and whole');
  });

  it('adds older pages before what is shown', async () => {
    const { conversation, shown, readHistory } = givenConversation([message(4), message(5), message(6)]);
    readHistory.mockResolvedValueOnce({ messages: [message(4), message(5), message(6)], olderThan: 4 });
    await conversation.history.load();
    readHistory.mockResolvedValueOnce({
      messages: [welcome, message(1), message(2), message(3)],
      olderThan: undefined,
    });
    await conversation.history.loadOlder();
    expect(readHistory).toHaveBeenLastCalledWith(CHAT, { before: 4 });
    expect(shown().map(({ text }) => text)).toEqual([0, 1, 2, 3, 4, 5, 6].map((i) => `message ${i}`));
  });

  it('says so when it cannot be read (docs/spec.md 8.1)', async () => {
    const { conversation, readHistory } = givenConversation();
    readHistory.mockRejectedValue(new AppError('internal'));
    await conversation.history.load();
    expect(conversation.state.get()).toMatchObject({
      phase: 'failed',
      failure: 'Failed to load chat history. Please try refreshing.',
      isMissing: false,
    });
  });

  it.each([undefined, 7])(
    'says that there is no such chat, also where message %s of it is looked for',
    async (index) => {
      const { conversation, readHistory } = givenConversation([], { opened: false });
      readHistory.mockRejectedValue(new AppError('chat_not_found'));
      await (index === undefined ? conversation.history.load() : conversation.history.showAround(index));
      const { failure, isMissing, phase } = conversation.state.get();
      expect({ isMissing, phase }).toEqual({ isMissing: true, phase: 'failed' });
      expect(failure).toMatch(/^This chat does not exist\./);
    },
  );
});

describe('a message that was sent before a reload of the page', () => {
  const before = {
    requestId: '7b7c4c39-1c1e-4c5e-9a52-0a5f3f2e7a11',
    chatId: CHAT,
    sender: 'ada@example.com',
    text: 'Hello',
    createdAt: AT,
    after: 0,
    first: true,
  };

  it('is kept until it is acknowledged; with the reason where it is refused', async () => {
    const { conversation, requests, answer, sent } = givenConversation();
    conversation.actions.send('Hello');
    const { id } = requests[0] ?? expect.fail('nothing was sent');
    expect(sent.keep).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ requestId: id, chatId: CHAT, text: 'Hello', after: 0, first: true }),
    );
    onDelta(conversation, delta(0, 'Hi'));
    expect(sent.forget).not.toHaveBeenCalled();
    answer().resolve(ACK);
    await settled();
    expect(sent.forget).toHaveBeenCalledExactlyOnceWith(id);
    onAssistantMessage(conversation, end('Hi'));
    conversation.actions.send('Too much');
    answer().reject(new AppError('quota_exceeded'));
    await settled();
    expect(sent.keep).toHaveBeenLastCalledWith(
      expect.objectContaining({ requestId: requests[1]?.id, text: 'Too much', refused: expect.any(String) }),
    );
  });

  it('goes out again under the same id, and is shown as pending', async () => {
    const { conversation, requests, shown, answer, sent } = givenConversation([welcome], { opened: false });
    conversation.actions.resume(before);
    await conversation.history.load();
    expect(requests).toEqual([
      {
        action: 'chat',
        data: { chatId: CHAT, message: 'Hello', userEmail: 'ada@example.com', after: 0, context: 1 },
        id: before.requestId,
      },
    ]);
    expect(conversation.state.get().pending).toBe(true);
    expect(shown().slice(1)).toEqual([
      { role: 'user', text: 'Hello', status: 'complete' },
      { role: 'assistant', text: '', status: 'streaming' },
    ]);
    onAssistantMessage(conversation, end('Hi there'));
    answer().resolve(ACK);
    await settled();
    expect(shown().at(-1)).toEqual({ role: 'assistant', text: 'Hi there', status: 'complete' });
    expect(sent.forget).toHaveBeenCalledExactlyOnceWith(before.requestId);
  });

  it('is shown once where the server had stored it, and its reply, already', async () => {
    const stored = [welcome, message(1, { content: 'Hello' }), message(2, { content: 'Hi there' })];
    const { conversation, shown, answer } = givenConversation(stored, { opened: false });
    conversation.actions.resume(before);
    await conversation.history.load();
    answer().resolve(ACK);
    await settled();
    expect(shown().map(({ text }) => text)).toEqual(['message 0', 'Hello', 'Hi there']);
    expect(conversation.state.get().pending).toBe(false);
  });

  it('is not taken for an older message of the same words', async () => {
    const stored = [welcome, message(1, { content: 'Hello' }), message(2, { content: 'Hi there' })];
    const { conversation, shown } = givenConversation(stored, { opened: false });
    conversation.actions.resume({ ...before, after: 2, first: false });
    await conversation.history.load();
    expect(shown().map(({ text }) => text)).toEqual(['message 0', 'Hello', 'Hi there', 'Hello', '']);
  });

  it('is shown as unsent when the server refuses it', async () => {
    const { conversation, shown, answer } = givenConversation([welcome], { opened: false });
    conversation.actions.resume(before);
    await conversation.history.load();
    answer().reject(new AppError('quota_exceeded'));
    await settled();
    expect(shown().at(-1)).toEqual({ role: 'user', text: 'Hello', status: 'unsent' });
  });
});
