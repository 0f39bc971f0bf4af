import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Message } from '#contract/entities';
import { AppError } from '#contract/error-codes';
import type { ServerFrame } from '#contract/socket';
import { createStore } from '../../../lib/observable-store.ts';
import type { SocketOptions } from '../../../lib/socket/client.ts';
import { GUEST, type SentMessage } from '../../../lib/unacknowledged-message-storage.ts';
import { GuestChatController } from './guest-chat-controller.ts';

const AT = '2026-01-01T00:00:00.000Z';
const [MINE, OTHER] = ['a'.repeat(32), 'b'.repeat(32)];
const message = (messageIndex: number, role: Message['role'], content: string): Message => ({
  requestId: messageIndex === 0 ? 'at:0' : 'r',
  role,
  content,
  createdAt: AT,
  messageIndex,
  status: 'complete',
});
const chat = (chatId: string, ...later: Message[]) => ({
  chatId,
  name: 'Chat 1',
  createdAt: AT,
  messages: [{ ...message(0, 'assistant', 'Hello!'), isWelcome: true }, ...later],
});

vi.stubGlobal('requestAnimationFrame', (notify: () => void) => notify());
beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => undefined));

function givenController({ stored, sent = [] }: { stored?: string; sent?: SentMessage[] } = {}) {
  const kept = { chatId: stored, written: undefined as string | undefined };
  const drafts = new Map<string, string>();
  const asked: { action: string; data: Record<string, unknown>; id: string | undefined }[] = [];
  const answers: { resolve: (data: unknown) => void; reject: (error: unknown) => void }[] = [];
  const forget = vi.fn();
  let handlers: Pick<SocketOptions, 'onFrame' | 'onOpen'> | undefined;
  const request = (action: string, data: Record<string, unknown>, id?: string) => {
    asked.push({ action, data, id });
    return new Promise((resolve, reject) => answers.push({ resolve, reject }));
  };
  const controller = new GuestChatController({
    storage: {
      chatId: () => kept.chatId,
      setChatId: (chatId) => {
        kept.chatId = chatId;
      },
      noteWritten: (chatId) => {
        kept.written = chatId;
      },
    },
    sent: { of: (sender) => (sender === GUEST ? sent : []), keep: vi.fn(), forget },
    drafts: {
      get: (id) => drafts.get(id) ?? '',
      set: (id, text) => void drafts.set(id, text),
      moveToCreated: vi.fn(),
    },
    connect: (given) => {
      handlers = given;
      // Part of the socket that the controller uses.
      return { status: createStore('open'), open: vi.fn(), close: vi.fn(), request } as never;
    },
  });
  const settled = () => new Promise((resolve) => setTimeout(resolve));
  const answer = async (data: unknown) => {
    answers.at(-1)?.resolve(data);
    await settled();
  };
  const refuse = async (error: unknown) => {
    answers.at(-1)?.reject(error);
    await settled();
  };
  const opened = async (data = chat(MINE)) => {
    void controller.open();
    await answer(data);
  };
  const conversation = () => controller.state.get().conversation ?? expect.fail('no chat is open');
  const contents = () =>
    conversation()
      .state.get()
      .messages.map(({ content }) => content);
  return {
    controller,
    kept,
    drafts,
    asked,
    forget,
    settled,
    answer,
    refuse,
    opened,
    conversation,
    contents,
    receive: (frame: ServerFrame) => handlers?.onFrame(frame),
    reconnect: () => handlers?.onOpen?.(),
  };
}

describe('the chat', () => {
  it('is created on connect where none is stored, and its id is stored [S4.guest.2]', async () => {
    const { opened, asked, kept, contents } = givenController();
    await opened();
    expect(asked).toMatchObject([{ action: 'initChat', data: { isGuest: true } }]);
    expect(asked[0]?.data).not.toHaveProperty('userEmail');
    expect(kept.chatId).toBe(MINE);
    expect(contents()).toEqual(['Hello!']);
  });

  it('is the stored one where there is one, with its messages [S4.guest.1]', async () => {
    const { opened, asked, kept, contents } = givenController({ stored: MINE });
    await opened(chat(MINE, message(1, 'user', 'Hi'), message(2, 'assistant', 'Hello again')));
    expect(asked[0]?.data).toEqual({ isGuest: true, chatId: MINE });
    expect(contents()).toEqual(['Hello!', 'Hi', 'Hello again']);
    expect(kept.written).toBe(MINE);
  });

  it('is a new one where the stored one has expired, and says so', async () => {
    const { opened, kept, controller } = givenController({ stored: OTHER });
    await opened(chat(MINE));
    expect(kept.chatId).toBe(MINE);
    expect(controller.state.get().isRenewed).toBe(true);
  });

  it('is the same in two tabs opened at the same time', async () => {
    const { controller, kept, answer, asked, conversation } = givenController();
    void controller.open();
    kept.chatId = OTHER;
    await answer(chat(MINE));
    expect(asked.at(-1)?.data).toEqual({ isGuest: true, chatId: OTHER });
    await answer(chat(OTHER));
    expect(conversation().chatId).toBe(OTHER);
    expect(kept.chatId).toBe(OTHER);
  });

  it('is requested once, also when it is opened again meanwhile', async () => {
    const { controller, opened, asked } = givenController();
    void controller.open();
    await opened();
    expect(asked).toHaveLength(1);
  });

  it('says why it could not be opened, and can be tried again', async () => {
    const { controller, refuse, opened, contents } = givenController();
    void controller.open();
    await refuse(new AppError('too_many_requests', { message: 'Slow down' }));
    expect(controller.state.get().failure).toBe('Slow down');
    void controller.open();
    await refuse(new AppError('internal'));
    expect(controller.state.get().failure).toBe('Chat initialization failed');
    await opened();
    expect(controller.state.get().failure).toBeUndefined();
    expect(contents()).toEqual(['Hello!']);
  });

  it('is asked for again on a new connection, which then belongs to it', async () => {
    const { opened, reconnect, asked, answer, contents, settled } = givenController();
    await opened();
    reconnect();
    await settled();
    expect(asked.at(-1)).toMatchObject({ action: 'initChat', data: { isGuest: true, chatId: MINE } });
    await answer(chat(MINE, message(1, 'user', 'From elsewhere'), message(2, 'assistant', 'Yes')));
    expect(contents()).toEqual(['Hello!', 'From elsewhere', 'Yes']);
  });
});

describe('a message', () => {
  it('is sent as a guest, and completed by the acknowledgement alone [S7.chat.1 S7.chat.2]', async () => {
    const { opened, conversation, asked, answer, contents, kept } = givenController();
    await opened();
    conversation().actions.send('one\ntwo');
    expect(asked.at(-1)).toMatchObject({
      action: 'chat',
      data: { chatId: MINE, message: 'one<br>two', isGuest: true },
    });
    expect(asked.at(-1)?.data).not.toHaveProperty('userEmail');
    await answer({ chatId: MINE, messageIndex: 2, status: 'complete', response: 'Three' });
    expect(contents()).toEqual(['Hello!', 'one\ntwo', 'Three']);
    expect(conversation().state.get().pending).toBe(false);
    expect(kept.written).toBe(MINE);
  });

  it('keeps the reply that has come when the acknowledgement repeats it', async () => {
    const { opened, conversation, receive, answer, asked } = givenController();
    await opened();
    conversation().actions.send('Hi');
    const reply = { chatId: MINE, messageIndex: 2, status: 'complete' } as const;
    const requestId = asked.at(-1)?.id ?? '';
    receive({
      type: 'assistantMessage',
      data: { ...reply, requestId, role: 'assistant', content: 'Hello', createdAt: AT, model: 'claude' },
    });
    await answer({ ...reply, response: 'Hello' });
    expect(conversation().state.get().messages.at(-1)).toMatchObject({ createdAt: AT, model: 'claude' });
  });

  it('gets a streaming reply; deltas of another chat are ignored', async () => {
    const { opened, conversation, receive, asked } = givenController();
    await opened();
    conversation().actions.send('Hi');
    const delta = { requestId: asked.at(-1)?.id ?? '', messageIndex: 2, attempt: 1, offset: 0, text: 'Hel' };
    receive({ type: 'assistantDelta', data: { ...delta, chatId: MINE } });
    receive({ type: 'assistantDelta', data: { ...delta, chatId: OTHER, messageIndex: 4 } });
    const { messages } = conversation().state.get();
    expect(messages).toHaveLength(3);
    expect(messages.at(-1)?.live?.text()).toBe('Hel');
  });

  it('that was not acknowledged before a reload is sent again under its id', async () => {
    const waiting = { requestId: 'r', sender: GUEST, text: 'Hi', createdAt: AT, after: 0, first: true };
    const { opened, asked, contents } = givenController({
      stored: MINE,
      sent: [{ ...waiting, chatId: MINE }],
    });
    await opened(chat(MINE, message(1, 'user', 'Hi')));
    expect(asked.at(-1)).toMatchObject({ action: 'chat', id: 'r' });
    expect(contents().filter((content) => content === 'Hi')).toHaveLength(1);
  });

  it('goes back to the input when the day’s messages are used up', async () => {
    const { opened, conversation, refuse, controller, answer, drafts, contents } = givenController();
    await opened();
    drafts.set(MINE, 'typed since');
    conversation().actions.send('One too many\nindeed');
    await refuse(new AppError('guest_quota_exceeded'));
    expect(controller.state.get().limitResetsAt).toBeDefined();
    await answer(chat(MINE));
    expect(contents()).toEqual(['Hello!']);
    expect(drafts.get(MINE)).toBe('One too many\nindeed\n\ntyped since');
    expect(controller.state.get().limitResetsAt).toBeDefined();
    conversation().actions.send('Tomorrow');
    await answer({ chatId: MINE, messageIndex: 2, status: 'complete', response: 'Good morning' });
    expect(controller.state.get().limitResetsAt).toBeUndefined();
  });

  it('stays as it was when another reply to it is refused', async () => {
    const { opened, conversation, refuse, controller, drafts, contents, asked } = givenController();
    await opened(chat(MINE, message(1, 'user', 'Hi'), message(2, 'assistant', 'Hello again')));
    conversation().actions.replaceLast();
    expect(asked.at(-1)?.data).toMatchObject({ message: 'Hi', replaces: 1, isGuest: true });
    await refuse(new AppError('guest_quota_exceeded'));
    expect(controller.state.get().limitResetsAt).toBeDefined();
    expect(contents()).toEqual(['Hello!', 'Hi', 'Hello again']);
    expect(drafts.get(MINE)).toBe('');
  });

  it('goes to the input of the next chat when this one has expired', async () => {
    const { opened, conversation, refuse, answer, drafts, asked, kept } = givenController();
    await opened();
    conversation().actions.send('Are you there?');
    await refuse(new AppError('chat_not_found'));
    expect(asked.at(-1)?.data).toEqual({ isGuest: true, chatId: MINE });
    await answer(chat(OTHER));
    expect(kept.chatId).toBe(OTHER);
    expect(conversation().chatId).toBe(OTHER);
    expect(drafts.get(OTHER)).toBe('Are you there?');
  });
});

describe('what the previous route handed over', () => {
  it('is sent once [S2.guest.5]', async () => {
    const { opened, controller, asked, answer } = givenController();
    await opened();
    controller.sendPrefill('key', 'What is a fjord?');
    await answer({ chatId: MINE, messageIndex: 2, status: 'complete', response: 'An inlet' });
    controller.sendPrefill('key', 'What is a fjord?');
    expect(asked.filter(({ action }) => action === 'chat')).toMatchObject([
      { data: { message: 'What is a fjord?' } },
    ]);
  });

  it('stays in the input when it is too long to be sent', async () => {
    const { opened, controller, answer, drafts, asked } = givenController();
    await opened();
    const text = 'x'.repeat(20_001);
    controller.sendPrefill('key', text);
    await answer(chat(MINE));
    expect(asked.some(({ action }) => action === 'chat')).toBe(false);
    expect(drafts.get(MINE)).toBe(text);
  });
});
