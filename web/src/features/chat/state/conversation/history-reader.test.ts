import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { AppError } from '#contract/error-codes';
import type { HistoryPage, PageQuery } from '../../api/early-chat-calls.ts';
import {
  ACK,
  CHAT,
  delta,
  end,
  givenConversation,
  message,
  onAssistantMessage,
  onDelta,
  onUserMessage,
  settled,
} from './conversation.fixture.ts';
import type { HistoryReader } from './history-reader.ts';
import { watchForMissedFrames } from './watch-for-missed-frames.ts';

vi.stubGlobal('requestAnimationFrame', (notify: () => void) => notify());

const SIZE = 60;
const PAGE = 30;
const all = Array.from({ length: SIZE }, (_, i) => message(i));

/** Returns a page of `all` as the server does. */
async function page(_: string, { before, after }: PageQuery): Promise<HistoryPage> {
  const end = before ?? (after === undefined ? SIZE : Math.min(SIZE, after + 1 + PAGE));
  const start = after === undefined ? Math.max(0, end - PAGE) : after + 1;
  return {
    messages: all.slice(start, end),
    olderThan: start > 0 ? start : undefined,
    newerThan: end < SIZE ? end - 1 : undefined,
  };
}

async function givenLongChat() {
  const given = givenConversation([], { opened: false });
  given.readHistory.mockImplementation(page);
  await given.conversation.history.load();
  const range = () => {
    const { messages } = given.conversation.state.get();
    return [messages[0]?.index, messages.findLast(({ index }) => index !== undefined)?.index];
  };
  return { ...given, range };
}

describe('a message that is looked for', () => {
  it('is brought into view where it is, if it is on screen', async () => {
    const { conversation, range, readHistory } = await givenLongChat();
    await conversation.history.showAround(40);
    expect(readHistory).toHaveBeenCalledOnce();
    expect(range()).toEqual([30, 59]);
    expect(conversation.state.get().target).toEqual({ index: 40, isFound: true });
  });

  it('is shown in a window of the messages around it, without the end of the chat', async () => {
    const { conversation, range } = await givenLongChat();
    await conversation.history.showAround(5);
    expect(range()).toEqual([0, 25]);
    expect(conversation.state.get()).toMatchObject({ newerThan: 25, target: { index: 5, isFound: true } });
  });

  it('is shown also while the chat is being opened, whether the jump or the opening came first', async () => {
    const given = givenConversation([], { opened: false });
    given.readHistory.mockImplementation(page);
    const loaded = given.conversation.history.load();
    await Promise.all([loaded, given.conversation.history.showAround(5), given.conversation.history.load()]);
    expect(given.conversation.state.get()).toMatchObject({ phase: 'ready', newerThan: 25 });
  });

  it('leaves what is on screen where it cannot be read', async () => {
    const { conversation, range, readHistory } = await givenLongChat();
    readHistory.mockRejectedValueOnce(new AppError('internal'));
    await conversation.history.showAround(5);
    expect(range()).toEqual([30, 59]);
    expect(conversation.state.get()).toMatchObject({ phase: 'ready', target: undefined });
  });
});

describe('a window that is detached from the end of the chat', () => {
  it('grows page by page until it reaches the end', async () => {
    const { conversation, range } = await givenLongChat();
    await conversation.history.showAround(5);
    await conversation.history.loadNewer();
    expect(range()).toEqual([0, 55]);
    await conversation.history.loadNewer();
    expect(range()).toEqual([0, 59]);
    expect(conversation.state.get().newerThan).toBeUndefined();
    await conversation.history.loadNewer();
    expect(range()).toEqual([0, 59]);
  });

  it('is changed neither by frames about the end of the chat nor by catching up', async () => {
    const { conversation, range } = await givenLongChat();
    await conversation.history.showAround(5);
    onDelta(conversation, { ...delta(0, 'Piece'), requestId: 'new', messageIndex: 61 });
    onAssistantMessage(conversation, end('Whole', { requestId: 'new', messageIndex: 61 }));
    onUserMessage(conversation, {
      chatId: CHAT,
      requestId: 'new',
      content: 'New',
      createdAt: '',
      messageIndex: 60,
    });
    await conversation.history.catchUp();
    expect(range()).toEqual([0, 25]);
  });

  it('drops a page that was requested before the jump, for a reply that seemed to stream', async () => {
    const { conversation, readHistory } = givenConversation([], { opened: false });
    const stored = (from: number, to: number) => ({
      messages: Array.from({ length: to - from + 1 }, (_, i) => message(from + i)),
      olderThan: from,
    });
    readHistory.mockResolvedValueOnce(stored(170, 199));
    await conversation.history.load();
    const older = stored(140, 169);
    older.messages[10] = message(150, { status: 'streaming' });
    readHistory.mockResolvedValueOnce(older);
    await conversation.history.loadOlder();
    const streaming = Promise.withResolvers<HistoryPage>();
    readHistory.mockResolvedValueOnce(stored(170, 199)).mockReturnValueOnce(streaming.promise);
    const refreshed = conversation.history.refresh();
    await vi.waitFor(() => expect(readHistory).toHaveBeenLastCalledWith(CHAT, { before: 151 }));
    readHistory.mockResolvedValueOnce({ ...stored(11, 40), newerThan: 40 });
    await conversation.history.showAround(20);
    streaming.resolve(stored(121, 150));
    await refreshed;
    expect(conversation.state.get().messages.map(({ index }) => index)).toEqual(
      stored(11, 40).messages.map(({ messageIndex }) => messageIndex),
    );
  });

  it('is replaced by the end of the chat, with the messages that could not be sent', async () => {
    const { conversation, range, answer, shown } = await givenLongChat();
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    conversation.actions.send('Not taken');
    answer().reject(new AppError('quota_exceeded'));
    await settled();
    await conversation.history.showAround(5);
    expect(shown().some(({ text }) => text === 'Not taken')).toBe(false);
    expect(await conversation.history.showLatest()).toBe(true);
    expect(range()).toEqual([30, 59]);
    expect(shown().at(-1)).toMatchObject({ text: 'Not taken', status: 'unsent' });
  });

  it('shows what is refused meanwhile, once', async () => {
    const { conversation, answer, shown } = await givenLongChat();
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    conversation.actions.send('Not taken');
    await conversation.history.showAround(5);
    answer().reject(new AppError('quota_exceeded'));
    await settled();
    expect(shown().at(-1)).toMatchObject({ text: 'Not taken', status: 'unsent' });
    await conversation.history.showLatest();
    expect(shown().slice(-2)).toMatchObject([
      { text: 'message 59' },
      { text: 'Not taken', status: 'unsent' },
    ]);
    expect(conversation.state.get().pending).toBe(false);
  });

  it('is replaced by the end of the chat before a message is sent', async () => {
    const { conversation, requests, shown } = await givenLongChat();
    await conversation.history.showAround(5);
    expect(conversation.actions.send('Hello')).toEqual({ sent: true });
    expect(conversation.actions.send('Too soon')).toEqual({ sent: false });
    expect(requests).toEqual([]);
    await settled();
    expect(requests).toHaveLength(1);
    expect(
      shown()
        .slice(-3)
        .map(({ text }) => text),
    ).toEqual(['message 59', 'Hello', '']);
  });

  it('is replaced by the end of the chat before a message is retried, also after a jump meanwhile', async () => {
    const { conversation, answer, readHistory, requests, shown } = await givenLongChat();
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    conversation.actions.send('Not taken');
    await conversation.history.showAround(5);
    answer().reject(new AppError('quota_exceeded'));
    await settled();
    const { key } = conversation.state.get().messages.at(-1) ?? expect.fail('no message');
    conversation.actions.retry(key);
    readHistory.mockReturnValueOnce(new Promise(() => undefined));
    void conversation.history.showAround(40);
    await settled();
    expect(requests).toHaveLength(2);
    expect(
      shown()
        .slice(-3)
        .map(({ text }) => text),
    ).toEqual(['message 59', 'Not taken', '']);
  });

  it('keeps a sent text as unsent when the end of the chat cannot be read', async () => {
    const { conversation, readHistory, requests, shown, sent } = await givenLongChat();
    await conversation.history.showAround(5);
    readHistory.mockRejectedValueOnce(new AppError('internal'));
    conversation.actions.send('Hello');
    await settled();
    expect(requests).toEqual([]);
    expect(shown().at(-1)).toMatchObject({ text: 'Hello', status: 'unsent' });
    expect(sent.keep).toHaveBeenCalledWith(expect.objectContaining({ text: 'Hello' }));
  });
});

describe('an edit in a window that is detached from the end of the chat', () => {
  async function givenEdit(text: string) {
    const given = await givenLongChat();
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    await given.conversation.history.showAround(5);
    given.conversation.actions.edit(5, text);
    const refuse = async () => {
      given.answer().reject(new AppError('service_busy', { message: 'Busy.' }));
      await settled();
    };
    return { ...given, refuse };
  }

  it('leaves the window on screen where it is refused, with the unsent text, and is retried as a version', async () => {
    const { conversation, range, readHistory, refuse, requests, shown } = await givenEdit('Other');
    await refuse();
    expect(range()).toEqual([0, 25]);
    expect(conversation.state.get()).toMatchObject({ newerThan: 25, pending: false });
    expect(shown().at(-1)).toMatchObject({ text: 'Other', status: 'unsent' });
    readHistory.mockClear();
    const { key } = conversation.state.get().messages.at(-1) ?? expect.fail('no message');
    expect(conversation.actions.retry(key)).toEqual({ sent: true });
    expect(requests.at(-1)?.data).toMatchObject({ message: 'Other', versionOf: 5 });
    expect(readHistory).not.toHaveBeenCalled();
  });

  it('with the same text shows the reason under the reply where it is refused', async () => {
    const { conversation, range, refuse } = await givenEdit('message 5');
    await refuse();
    expect(range()).toEqual([0, 25]);
    const reply = conversation.state.get().messages.find(({ index }) => index === 6);
    expect(reply).toMatchObject({ error: 'Busy.' });
  });

  it('keeps the window where it is refused while the newest page is read', async () => {
    const given = await givenEdit('Other');
    const arrive = holdNextPage(given);
    const caughtUp = given.conversation.history.catchUp();
    await given.refuse();
    arrive();
    await caughtUp;
    expect(given.range()).toEqual([0, 25]);
    expect(given.conversation.state.get().newerThan).toBe(25);
  });

  it('is unsent at the end of the chat where it is refused after the newest page was read', async () => {
    const { conversation, range, refuse, shown } = await givenEdit('Other');
    await conversation.history.catchUp();
    await refuse();
    expect(range()).toEqual([30, 59]);
    expect(conversation.state.get().newerThan).toBeUndefined();
    expect(shown().at(-1)).toMatchObject({ text: 'Other', status: 'unsent' });
  });

  it('shows what was refused at the end of the chat once it is answered, but not where it is refused', async () => {
    const { conversation, answer, requests, shown } = await givenLongChat();
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const refuse = async () => {
      answer().reject(new AppError('quota_exceeded'));
      await settled();
    };
    conversation.actions.send('Not taken');
    await refuse();
    await conversation.history.showAround(5);
    const isShown = () => shown().some(({ text, status }) => text === 'Not taken' && status === 'unsent');
    conversation.actions.edit(5, 'Other');
    await refuse();
    expect(isShown()).toBe(false);
    conversation.actions.edit(5, 'Other');
    const requestId = requests.at(-1)?.id ?? expect.fail('nothing was sent');
    onAssistantMessage(conversation, { requestId, messageIndex: 61, content: 'Reply' });
    answer().resolve({ ...ACK, messageIndex: 61 });
    await settled();
    expect(isShown()).toBe(true);
  });

  it('is the end of the chat, also where a newer page arrives afterwards', async () => {
    const given = await givenLongChat();
    await given.conversation.history.showAround(5);
    const arrive = holdNextPage(given);
    const newer = given.conversation.history.loadNewer();
    given.conversation.actions.edit(5, 'Other');
    arrive();
    await newer;
    expect(given.conversation.state.get()).toMatchObject({ newerThan: undefined, newer: 'idle' });
  });
});

describe('a page that was hidden', () => {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  const turn = (visibilityState: string) => {
    page.visibilityState = visibilityState;
    page.dispatchEvent(new Event('visibilitychange'));
  };
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('document', page);
    page.visibilityState = 'visible';
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  function givenHiddenPage() {
    const given = givenConversation();
    given.readHistory.mockResolvedValue({
      messages: [message(0), message(1), message(2)],
      olderThan: undefined,
    });
    onTestFinished(watchForMissedFrames(() => given.conversation));
    return given;
  }

  it('reads what another device said as soon as it is seen again, also where its timers stood still', async () => {
    const { readHistory, shown } = givenHiddenPage();
    turn('hidden');
    vi.setSystemTime(Date.now() + 60_000);
    expect(readHistory).not.toHaveBeenCalled();
    turn('visible');
    turn('visible');
    await vi.advanceTimersByTimeAsync(0);
    expect(readHistory).toHaveBeenCalledOnce();
    expect(shown().map(({ text }) => text)).toEqual(['message 0', 'message 1', 'message 2']);
  });

  it('reads nothing while it is hidden', async () => {
    const { readHistory } = givenHiddenPage();
    turn('hidden');
    await vi.advanceTimersByTimeAsync(120_000);
    expect(readHistory).not.toHaveBeenCalled();
  });

  it('reads the history after 20 s without a frame, if a frame came just before it was seen again', async () => {
    const { conversation, readHistory } = givenHiddenPage();
    turn('hidden');
    conversation.history.noteFrame();
    turn('visible');
    await vi.advanceTimersByTimeAsync(15_000);
    expect(readHistory).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(15_000);
    expect(readHistory).toHaveBeenCalledOnce();
  });
});

describe('a history that cannot be read after a reconnect', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it.each([
    ['a 429 or 503 of the gateway, which has no code', new AppError('internal')],
    ['too_many_requests', new AppError('too_many_requests')],
    ['no response', new TypeError('Failed to fetch')],
  ])('is read again every 5 s after %s, and no more once it is read', async (_, error) => {
    const { conversation, readHistory, shown } = givenConversation();
    onTestFinished(watchForMissedFrames(() => conversation));
    const messages = [message(0), message(1), message(2)];
    readHistory.mockRejectedValueOnce(error).mockRejectedValueOnce(error);
    readHistory.mockResolvedValue({ messages, olderThan: undefined });
    await conversation.history.catchUp();
    const tries = [readHistory.mock.calls.length];
    for (const ms of [4_999, 1, 4_999, 1, 60_000]) {
      await vi.advanceTimersByTimeAsync(ms);
      tries.push(readHistory.mock.calls.length);
    }
    expect(tries).toEqual([1, 1, 2, 2, 3, 3]);
    expect(shown().map(({ text }) => text)).toEqual(['message 0', 'message 1', 'message 2']);
    expect(conversation.state.get()).toMatchObject({ phase: 'ready', failure: undefined });
  });
});

it.each<[string, (history: HistoryReader) => Promise<void>]>([
  ['a reconnect', (history) => history.catchUp()],
  ['a jump to one of its messages', (history) => history.showAround(0)],
])('a deleted chat is shown again after %s, if another device has restored it', async (_, read) => {
  const { conversation, readHistory } = givenConversation([], { opened: false });
  readHistory.mockRejectedValueOnce(new AppError('chat_not_found'));
  await conversation.history.load();
  expect(conversation.state.get()).toMatchObject({ phase: 'failed', isMissing: true });
  readHistory.mockResolvedValueOnce({ messages: [message(0)], olderThan: undefined });
  await read(conversation.history);
  expect(conversation.state.get()).toMatchObject({ phase: 'ready', isMissing: false, failure: undefined });
});

describe('a message sent after a long silence', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it.each(['in a chat just opened', 'in a chat where it was quiet'])(
    '%s, is waited for 20 s before the history is read again',
    async (where) => {
      const { conversation, readHistory } = givenConversation();
      onTestFinished(watchForMissedFrames(() => conversation));
      await vi.advanceTimersByTimeAsync(0);
      if (where !== 'in a chat just opened') {
        conversation.history.noteFrame();
        await vi.advanceTimersByTimeAsync(120_000);
      }
      const before = readHistory.mock.calls.length;
      conversation.actions.send('Are you there?');
      await vi.advanceTimersByTimeAsync(20_000);
      expect(readHistory.mock.calls.length - before).toBe(0);
      await vi.advanceTimersByTimeAsync(5_000);
      expect(readHistory.mock.calls.length - before).toBe(1);
    },
  );
});

it('an answer that a newer one has overtaken changes nothing', async () => {
  const { conversation, readHistory, shown } = givenConversation();
  const answers: ((page: HistoryPage) => void)[] = [];
  readHistory.mockImplementation(() => new Promise((resolve) => answers.push(resolve)));
  const both = [conversation.history.catchUp(), conversation.history.catchUp()];
  answers[1]?.({
    messages: [message(0), message(1), message(2, { content: 'Whole' })],
    olderThan: undefined,
  });
  answers[0]?.({
    messages: [message(0), message(1), message(2, { status: 'streaming', attempt: 1 })],
    olderThan: undefined,
  });
  await Promise.all(both);
  expect(shown().at(-1)).toMatchObject({ text: 'Whole', status: 'complete' });
});

it('an older page that arrives after a newest page beyond a gap is dropped, and can be read again', async () => {
  const { conversation, readHistory, range } = await givenLongChat();
  const { promise, resolve } = Promise.withResolvers<HistoryPage>();
  readHistory.mockReturnValueOnce(promise);
  const older = conversation.history.loadOlder();
  const later = Array.from({ length: PAGE }, (_, i) => message(200 + i));
  readHistory.mockResolvedValueOnce({ messages: later, olderThan: 200 });
  await conversation.history.catchUp();
  expect(range()).toEqual([200, 229]);
  resolve(await page(CHAT, { before: 30 }));
  await older;
  expect(range()).toEqual([200, 229]);
  expect(conversation.state.get()).toMatchObject({ olderThan: 200, older: 'idle' });
});

/** Holds the next page back. Returns a function that lets it arrive. */
function holdNextPage({ readHistory }: Pick<Awaited<ReturnType<typeof givenLongChat>>, 'readHistory'>) {
  const { promise, resolve } = Promise.withResolvers<void>();
  readHistory.mockImplementationOnce(async (chatId, query) => {
    await promise;
    return page(chatId, query);
  });
  return resolve;
}

describe('a page that arrives while another window is read', () => {
  const failed = new AppError('internal');

  it.each(['showAround', 'showVersion'] as const)(
    'is shown, and further ones can be read, where %s cannot read its window',
    async (name) => {
      const given = await givenLongChat();
      const { conversation, readHistory, range } = given;
      const arrive = holdNextPage(given);
      const older = conversation.history.loadOlder();
      const { promise, reject } = Promise.withResolvers<never>();
      readHistory.mockReturnValueOnce(promise);
      const other = conversation.history[name](5);
      arrive();
      await older;
      reject(failed);
      await other;
      expect(range()).toEqual([0, 59]);
      expect(conversation.state.get().older).toBe('idle');
    },
  );

  it('is shown, and further ones can be read, where the end of the chat cannot be read', async () => {
    const given = await givenLongChat();
    const { conversation, readHistory, range } = given;
    await conversation.history.showAround(5);
    const arrive = holdNextPage(given);
    const newer = conversation.history.loadNewer();
    readHistory.mockRejectedValueOnce(failed);
    expect(await conversation.history.showLatest()).toBe(false);
    arrive();
    await newer;
    expect(range()).toEqual([0, 55]);
    expect(conversation.state.get().newer).toBe('idle');
    await conversation.history.loadNewer();
    expect(range()).toEqual([0, 59]);
  });

  it('is dropped once the other window is shown, and does not block reading pages of that window', async () => {
    const given = await givenLongChat();
    const { conversation, range } = given;
    const arrive = holdNextPage(given);
    const older = conversation.history.loadOlder();
    await conversation.history.showAround(0);
    arrive();
    await older;
    expect(range()).toEqual([0, 20]);
    expect(conversation.state.get()).toMatchObject({ older: 'idle', newer: 'idle' });
  });
});

it.each(['showAround', 'showVersion'] as const)(
  'a newest page that arrives while %s reads a window is read again, where that read fails',
  async (name) => {
    const given = await givenLongChat();
    const { conversation, readHistory, range } = given;
    const newest = Promise.withResolvers<HistoryPage>();
    const window = Promise.withResolvers<never>();
    readHistory.mockReturnValueOnce(newest.promise).mockReturnValueOnce(window.promise);
    const caughtUp = conversation.history.catchUp();
    const other = conversation.history[name](5);
    const messages = [...all.slice(30), message(SIZE), message(SIZE + 1)];
    newest.resolve({ messages, olderThan: 30 });
    await caughtUp;
    window.reject(new AppError('internal'));
    await other;
    readHistory.mockResolvedValueOnce({ messages, olderThan: 30 });
    conversation.history.checkStalled(60_000);
    await settled();
    expect(range()).toEqual([30, SIZE + 1]);
  },
);

it('an older page that fails after a newest page beyond a gap shows no failure', async () => {
  const { conversation, readHistory, range } = await givenLongChat();
  const { promise, reject } = Promise.withResolvers<never>();
  readHistory.mockReturnValueOnce(promise);
  const older = conversation.history.loadOlder();
  const later = Array.from({ length: PAGE }, (_, i) => message(200 + i));
  readHistory.mockResolvedValueOnce({ messages: later, olderThan: 200 });
  await conversation.history.catchUp();
  reject(new AppError('internal'));
  await older;
  expect(range()).toEqual([200, 229]);
  expect(conversation.state.get().older).toBe('idle');
});

describe('messages that the browser has kept', () => {
  const kept = (from: number, to: number) => ({
    messages: all.slice(from, to),
    olderThan: from || undefined,
  });

  function givenKept() {
    const given = givenConversation([], { opened: false });
    given.readHistory.mockImplementation(page);
    const indexes = () => given.conversation.state.get().messages.map(({ index }) => index);
    return { ...given, indexes };
  }

  it('are shown until the newest page has been read, which drops those before it', async () => {
    const { conversation, indexes } = givenKept();
    const read = conversation.history.load();
    conversation.history.restore(kept(20, 50));
    expect(indexes()).toEqual(all.slice(20, 50).map(({ messageIndex }) => messageIndex));
    expect(conversation.state.get()).toMatchObject({ phase: 'loading', isKept: true });
    await read;
    expect(indexes()).toEqual(all.slice(30).map(({ messageIndex }) => messageIndex));
    expect(conversation.state.get()).toMatchObject({ phase: 'ready', isKept: false, olderThan: 30 });
  });

  it('are the same objects afterwards where nothing has changed', async () => {
    const { conversation } = givenKept();
    const read = conversation.history.load();
    conversation.history.restore(kept(30, 60));
    // The first message is a reply without its question. The read drops that turn and adds it again.
    const [, ...before] = conversation.state.get().messages;
    await read;
    for (const [i, known] of before.entries()) expect(conversation.state.get().messages[i + 1]).toBe(known);
    expect(conversation.state.get().windowNumber).toBe(0);
  });

  it('are not shown after the newest page, nor when the chat is gone', async () => {
    const { conversation, readHistory, indexes } = givenKept();
    await conversation.history.load();
    conversation.history.restore(kept(0, 10));
    expect(indexes()[0]).toBe(30);
    const gone = givenKept();
    gone.readHistory.mockRejectedValue(new AppError('chat_not_found'));
    gone.conversation.history.restore(kept(0, 10));
    await gone.conversation.history.load();
    expect(gone.conversation.state.get()).toMatchObject({ phase: 'failed', isMissing: true, isKept: false });
    gone.conversation.history.restore(kept(0, 10));
    expect(gone.conversation.state.get().phase).toBe('failed');
    expect(readHistory).toHaveBeenCalledOnce();
  });

  it('nothing is sent after them, nor are older messages read', async () => {
    const { conversation, requests, readHistory } = givenKept();
    conversation.history.restore(kept(20, 50));
    expect(conversation.actions.send('Hello')).toEqual({ sent: false });
    expect(conversation.actions.replaceLast('Other words')).toEqual({ sent: false });
    await conversation.history.loadOlder();
    expect(requests).toEqual([]);
    expect(readHistory).not.toHaveBeenCalled();
  });

  it('stay when the newest page cannot be read, which is tried again later', async () => {
    const { conversation, readHistory, indexes } = givenKept();
    readHistory.mockRejectedValueOnce(new Error('offline'));
    await conversation.history.load();
    conversation.history.restore(kept(30, 60));
    expect(conversation.state.get()).toMatchObject({ phase: 'loading', isKept: true });
    expect(conversation.state.get().failure).toBeDefined();
    expect(indexes()).toHaveLength(30);
    await conversation.history.catchUp();
    expect(conversation.state.get()).toMatchObject({ phase: 'ready', isKept: false, failure: undefined });
  });
});
