import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Message } from '#contract/entities';
import { AppError } from '#contract/error-codes';
import type { ServerFrame } from '#contract/socket';
import { createStore } from '../../../../lib/observable-store.ts';
import type { SocketOptions } from '../../../../lib/socket/client.ts';
import type { SentMessage } from '../../../../lib/unacknowledged-message-storage.ts';
import { settled } from '../conversation/conversation.fixture.ts';
import { autoRename } from './auto-rename.ts';
import { ChatController } from './chat-screen-controller.ts';
import { renameChat } from './optimistic-chat-changes.ts';

const AT = '2026-01-01T00:00:00.000Z';
const [FIRST, SECOND] = ['0199c3a0-0000-7000-8000-000000000001', '0199c3a0-0000-7000-8000-000000000002'];
const chat = (chatId: string, name: string, createdAt = AT) => ({ chatId, name, createdAt });
const welcome: Message = {
  requestId: 'at:0',
  role: 'assistant',
  content: 'Hello!',
  createdAt: AT,
  messageIndex: 0,
  status: 'complete',
  isWelcome: true,
};

const kept = new Map<string, string>();
vi.stubGlobal('localStorage', { setItem: (key: string, value: string) => kept.set(key, value) });
vi.stubGlobal('sessionStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
  removeItem: (key: string) => kept.delete(key),
});
vi.stubGlobal('requestAnimationFrame', (notify: () => void) => notify());
beforeEach(() => kept.clear());

function givenController(unacknowledged: readonly SentMessage[] = []) {
  const requests: unknown[][] = [];
  const answers: { resolve: (data: unknown) => void; reject: (error: unknown) => void }[] = [];
  const rename = vi.fn(async () => undefined);
  const readPage = vi.fn(async () => ({ chats: [chat(FIRST, 'Chat 1')] }));
  const deleteChat = vi.fn(async () => undefined);
  const restoreChat = vi.fn(async () => chat(FIRST, 'Chat 1'));
  const readHistory = vi.fn(async () => ({ messages: [welcome], olderThan: undefined }));
  let handlers: Pick<SocketOptions, 'onFrame' | 'onOpen'> | undefined;
  const controller = new ChatController({
    viewer: { owner: 'ada', email: 'ada@example.com', name: 'Ada', isAdmin: false },
    readPage,
    readHistory,
    rename,
    loadChanges: async () => ({ renameChat, autoRename }),
    deleteChat,
    restoreChat,
    sent: { of: () => unacknowledged, keep: vi.fn(), forget: vi.fn() },
    connect: (given) => {
      handlers = given;
      const request = (...asked: unknown[]) => {
        requests.push(asked);
        return new Promise((resolve, reject) => answers.push({ resolve, reject }));
      };
      // Part of the socket that the controller uses.
      return {
        status: createStore('open'),
        open: vi.fn(),
        close: vi.fn(),
        abandon: vi.fn(),
        request,
      } as never;
    },
  });
  const answer = () => answers.at(-1) ?? expect.fail('nothing was sent');
  const receive = (frame: ServerFrame) => handlers?.onFrame(frame);
  const names = () => controller.list.state.get().chats.map(({ name }) => name);
  const opened = () => handlers?.onOpen?.();
  const calls = { rename, readPage, readHistory, deleteChat, restoreChat };
  return { controller, requests, answer, receive, opened, names, ...calls };
}

const created = { ...chat(SECOND, 'Chat 2', '2026-01-02T00:00:00.000Z'), messages: [welcome] };
/** The id of what was sent last. */
const idOf = (requests: readonly unknown[][]): string => String(requests.at(-1)?.[2]);
const ended = (chatId: string, requestId: string): ServerFrame => {
  const reply = {
    role: 'assistant',
    content: 'Hi',
    createdAt: AT,
    messageIndex: 2,
    status: 'complete',
  } as const;
  return { type: 'assistantMessage', data: { chatId, requestId, ...reply } };
};

describe('the list after a reconnect', () => {
  const refused = new AppError('too_many_requests');

  it('is read again within seconds when its read was refused, until one succeeds', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const { controller, opened, names, readPage } = givenController();
    controller.start();
    onTestFinished(() => controller.stop());
    await vi.waitFor(() => expect(names()).toEqual(['Chat 1']));
    readPage.mockRejectedValueOnce(refused).mockRejectedValueOnce(refused);
    readPage.mockResolvedValue({ chats: [chat(SECOND, 'From another device')] });
    opened();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(names()).toEqual(['Chat 1']);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(names()).toEqual(['From another device']);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(readPage).toHaveBeenCalledTimes(4);
  });
});

describe('creating a chat (docs/spec.md 4.2)', () => {
  it('puts it on top of the list, shows it and stores the selection', async () => {
    const { controller, answer, names } = givenController();
    await controller.list.load();
    const creation = controller.createChat();
    answer().resolve(created);
    expect(await creation).toBe(SECOND);
    expect(names()).toEqual(['Chat 2', 'Chat 1']);
    expect(controller.open.get()?.chatId).toBe(SECOND);
    expect(kept.get('selectedChatId')).toBe(SECOND);
  });

  it('blocks a second one while it is in progress [S4.creation.1]', async () => {
    const { controller, answer } = givenController();
    const creation = controller.createChat();
    expect(await controller.createChat()).toBeUndefined();
    answer().resolve(created);
    expect(await creation).toBe(SECOND);
  });

  it.each([
    [new AppError('too_many_requests', { message: 'Slow down' }), 'Slow down'],
    [new AppError('too_many_requests'), 'Chat initialization failed'],
    [new AppError('internal'), 'Chat initialization failed'],
    [new Error('anything else'), 'Chat initialization failed'],
  ])('says why it failed [S4.creation.6 S8.creation.1]', async (error, words) => {
    const { controller, answer } = givenController();
    const creation = controller.createChat();
    answer().reject(error);
    expect(await creation).toBeUndefined();
    expect(controller.creation.get()).toEqual({ creating: false, error: words });
  });
});

describe('creating a chat under a name of the user’s own', () => {
  it('renames it once it is there', async () => {
    const { controller, answer, names, rename } = givenController();
    const creation = controller.createChat({ name: 'Holiday' });
    answer().resolve(created);
    await creation;
    await vi.waitFor(() => expect(names()).toEqual(['Holiday']));
    expect(rename).toHaveBeenCalledExactlyOnceWith(SECOND, 'Holiday');
  });

  it('keeps the chat under its default name when the rename fails', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { controller, answer, names, rename } = givenController();
    rename.mockRejectedValueOnce(new AppError('internal'));
    const creation = controller.createChat({ name: 'Holiday' });
    answer().resolve(created);
    expect(await creation).toBe(SECOND);
    await vi.waitFor(() => expect(names()).toEqual(['Chat 2']));
  });
});

describe('two tabs in step', () => {
  it('shows the chats that another tab creates, renames and deletes', async () => {
    const { controller, receive, names } = givenController();
    await controller.list.load();
    receive({ type: 'chatCreated', data: chat(SECOND, 'Chat 2', '2026-01-02T00:00:00.000Z') });
    expect(names()).toEqual(['Chat 2', 'Chat 1']);
    receive({ type: 'chatRenamed', data: { chatId: SECOND, name: 'Holiday' } });
    expect(names()).toEqual(['Holiday', 'Chat 1']);
    receive({ type: 'chatDeleted', data: { chatId: SECOND } });
    expect(names()).toEqual(['Chat 1']);
  });

  it('a late change of a deleted chat does not bring it back, its restoration does', async () => {
    const { controller, receive, names } = givenController();
    await controller.list.load();
    const [shown, pinned] = [chat(FIRST, 'Chat 1'), { ...chat(FIRST, 'Chat 1'), pinnedAt: AT }];
    receive({ type: 'chatDeleted', data: { chatId: FIRST } });
    receive({ type: 'chatChanged', data: pinned });
    expect(names()).toEqual([]);
    receive({ type: 'chatCreated', data: shown });
    receive({ type: 'chatChanged', data: pinned });
    expect(controller.list.find(FIRST)).toEqual(pinned);
  });

  it('shows the model that another tab has chosen for a chat, and that it has chosen none', async () => {
    const { controller, receive } = givenController();
    await controller.list.load();
    receive({ type: 'chatModelSet', data: { chatId: FIRST, model: 'claude' } });
    expect(controller.list.find(FIRST)?.model).toBe('claude');
    receive({ type: 'chatModelSet', data: { chatId: FIRST } });
    expect(controller.list.find(FIRST)?.model).toBeUndefined();
  });

  it('forgets whether there are instructions when they change, even if an earlier read ends later', async () => {
    const { controller, receive, readPage } = givenController();
    const page = { chats: [chat(FIRST, 'Chat 1')], hasInstructions: false };
    readPage.mockResolvedValue(page);
    await controller.list.load();
    expect(controller.list.instructions.exist).toBe(false);
    const { promise, resolve } = Promise.withResolvers<typeof page>();
    readPage.mockReturnValueOnce(promise);
    const reading = controller.list.load();
    receive({ type: 'instructionsChanged' });
    expect(controller.list.instructions.exist).toBeUndefined();
    resolve(page);
    await reading;
    expect(controller.list.instructions.exist).toBeUndefined();
    await controller.list.load();
    expect(controller.list.instructions.exist).toBe(false);
  });

  it('shows a deleted chat at the page’s address as soon as another tab restores it', async () => {
    const { controller, receive, readHistory } = givenController();
    const state = () => controller.open.get()?.state.get();
    readHistory.mockRejectedValueOnce(new AppError('chat_not_found'));
    controller.openChat(FIRST);
    await vi.waitFor(() => expect(state()?.isMissing).toBe(true));
    receive({ type: 'chatCreated', data: chat(SECOND, 'Chat 2') });
    expect(readHistory).toHaveBeenCalledOnce();
    receive({ type: 'chatCreated', data: chat(FIRST, 'Chat 1') });
    await vi.waitFor(() => expect(state()).toMatchObject({ phase: 'ready', isMissing: false }));
    receive({ type: 'chatCreated', data: chat(FIRST, 'Chat 1') });
    expect(readHistory).toHaveBeenCalledTimes(2);
  });

  it('closes the open chat when another tab deletes it, and says so', async () => {
    const { controller, receive } = givenController();
    await controller.list.load();
    controller.openChat(FIRST);
    receive({ type: 'chatDeleted', data: { chatId: FIRST } });
    expect(controller.open.get()).toBeUndefined();
    expect(controller.deletion.notices.get()).toEqual([
      { kind: 'deletedElsewhere', chat: { chatId: FIRST, name: 'Chat 1' }, wasOpen: true },
    ]);
  });
});

describe('auto-rename (docs/spec.md 4.5)', () => {
  async function givenOpenChat(name: string) {
    const given = givenController();
    await given.controller.list.load();
    given.controller.list.change(FIRST, { name });
    given.controller.openChat(FIRST);
    await vi.waitFor(() => expect(given.controller.open.get()?.state.get().phase).toBe('ready'));
    given.controller.open.get()?.actions.send('What is the answer to everything?');
    return given;
  }

  it('names the chat by its first message, once that was accepted [S4.rename.1]', async () => {
    const { requests, receive, names, rename } = await givenOpenChat('Chat 1');
    expect(names()).toEqual(['Chat 1']);
    receive(ended(FIRST, idOf(requests)));
    await vi.waitFor(() => expect(names()).toEqual(['What is the answer t']));
    expect(rename).toHaveBeenCalledExactlyOnceWith(FIRST, 'What is the answer t');
  });

  it('leaves a name of the user’s own alone', async () => {
    const { requests, receive, rename } = await givenOpenChat('Holiday');
    receive(ended(FIRST, idOf(requests)));
    await settled();
    expect(rename).not.toHaveBeenCalled();
  });

  it('takes the name back when the rename fails [S8.logged.3]', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { requests, receive, names, rename } = await givenOpenChat('Chat 1');
    rename.mockRejectedValueOnce(new AppError('internal'));
    receive(ended(FIRST, idOf(requests)));
    await vi.waitFor(() => expect(names()).toEqual(['Chat 1']));
  });
});

describe('switching chats (docs/spec.md 4.6)', () => {
  it('ignores messages of other chats, and says so when a chat cannot be loaded [S4.sending.5 S7.incoming.1 S8.switch.1]', async () => {
    const { requests, controller, receive, readHistory } = givenController();
    controller.openChat(FIRST);
    await vi.waitFor(() => expect(controller.open.get()?.state.get().phase).toBe('ready'));
    receive(ended(SECOND, idOf(requests)));
    expect(controller.open.get()?.state.get().messages).toHaveLength(1);
    readHistory.mockRejectedValueOnce(new AppError('internal'));
    controller.openChat(SECOND);
    await vi.waitFor(() =>
      expect(controller.open.get()?.state.get().failure).toBe('Failed to load chat. Please try again.'),
    );
  });

  it('does not read the open chat again [S4.switching.1]', async () => {
    const { controller, readHistory } = givenController();
    controller.openChat(FIRST);
    controller.openChat(FIRST);
    expect(readHistory).toHaveBeenCalledTimes(1);
  });

  it('reads the chat again when the socket first opens after the read: frames in between were missed', async () => {
    const { controller, opened, readHistory } = givenController();
    const shown = () =>
      controller.open
        .get()
        ?.state.get()
        .messages.map(({ content }) => content);
    controller.openChat(FIRST);
    await vi.waitFor(() => expect(shown()).toEqual(['Hello!']));
    readHistory.mockResolvedValueOnce({ messages: [{ ...welcome, content: 'Hi!' }], olderThan: undefined });
    opened();
    await vi.waitFor(() => expect(shown()).toEqual(['Hi!']));
  });

  it('reads the chat again when the socket is opened while it is being read', async () => {
    const { controller, opened, readHistory } = givenController();
    controller.openChat(FIRST);
    opened();
    await vi.waitFor(() => expect(readHistory).toHaveBeenCalledTimes(2));
  });

  it('is blocked while a chat is being created [S4.switching.2]', async () => {
    const { controller, answer } = givenController();
    controller.openChat(FIRST);
    const creation = controller.createChat();
    controller.openChat(SECOND);
    expect(controller.open.get()?.chatId).toBe(FIRST);
    answer().reject(new Error('failed'));
    await creation;
    controller.openChat(SECOND);
    expect(controller.open.get()?.chatId).toBe(SECOND);
  });

  it('shows, on return, a reply that ended while another chat was open', async () => {
    const { requests, controller, receive } = givenController();
    controller.openChat(FIRST);
    const first = controller.open.get();
    await vi.waitFor(() => expect(first?.state.get().phase).toBe('ready'));
    first?.actions.send('Hello');
    controller.openChat(SECOND);
    receive(ended(FIRST, idOf(requests)));
    controller.openChat(FIRST);
    expect(controller.open.get()).toBe(first);
    expect(first?.state.get().messages.at(-1)?.content).toBe('Hi');
  });
});

describe('a page that is reloaded', () => {
  const sent = {
    requestId: '7b7c4c39-1c1e-4c5e-9a52-0a5f3f2e7a11',
    chatId: SECOND,
    sender: 'ada@example.com',
    text: 'What is the answer?',
    createdAt: AT,
    after: 0,
    first: true,
  };

  it('sends an unacknowledged message again, also for a chat that is not open, and shows it there', async () => {
    const { controller, requests, receive } = givenController([sent]);
    controller.start();
    controller.openChat(FIRST);
    expect(requests).toEqual([['chat', expect.objectContaining({ chatId: SECOND }), sent.requestId, true]]);
    receive(ended(SECOND, sent.requestId));
    controller.openChat(SECOND);
    const texts = controller.open
      .get()
      ?.state.get()
      .messages.map(({ content }) => content);
    expect(texts).toEqual(['What is the answer?', 'Hi']);
    controller.stop();
  });

  it('closes the open chat if the list, read again to name another chat, no longer has it', async () => {
    const { controller, answer, receive, names, readPage } = givenController([{ ...sent, chatId: FIRST }]);
    readPage.mockRejectedValueOnce(new AppError('too_many_requests'));
    controller.start();
    onTestFinished(() => controller.stop());
    receive({ type: 'chatCreated', data: chat(SECOND, 'Chat 2', '2026-01-02T00:00:00.000Z') });
    controller.openChat(SECOND);
    await vi.waitFor(() => expect(controller.list.state.get().phase).toBe('failed'));
    answer().resolve({ chatId: FIRST, messageIndex: 2, status: 'complete' });
    await vi.waitFor(() => expect(names()).toEqual(['What is the answer?']));
    expect(controller.open.get()).toBeUndefined();
    expect(controller.deletion.notices.get()).toMatchObject([{ kind: 'deletedElsewhere' }]);
  });

  it('names the chat by the message sent again, although the list had not been read yet', async () => {
    const { controller, answer, rename } = givenController([{ ...sent, chatId: FIRST }]);
    controller.start();
    answer().resolve({ chatId: FIRST, messageIndex: 2, status: 'complete' });
    await vi.waitFor(() => expect(rename).toHaveBeenCalledExactlyOnceWith(FIRST, 'What is the answer?'));
    controller.stop();
  });
});
