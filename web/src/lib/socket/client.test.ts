import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FRAME_MAX_BYTES } from '#contract/limits';
import type { ServerFrame } from '#contract/socket';
import { SocketClient } from './client.ts';
import { ReconnectingConnection, reconnectDelay } from './reconnecting-connection.ts';

const CHAT = '0199c3a0-0000-7000-8000-000000000001';
const HOUR = 60 * 60_000;

class FakeSocket {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  readonly sent: { action: string; id: string; resent?: boolean }[] = [];
  readonly protocols: readonly string[];
  readyState: number = WebSocket.OPEN;
  closed = false;

  constructor(protocols: readonly string[]) {
    this.protocols = protocols;
  }
  send(json: string): void {
    this.sent.push(JSON.parse(json));
  }
  close(): void {
    this.closed = true;
  }
  receive(frame: ServerFrame | string): void {
    this.onmessage?.({ data: typeof frame === 'string' ? frame : JSON.stringify(frame) });
  }
}

function givenClient({ life = HOUR, fetched = [] as Promise<void>[] } = {}) {
  const sockets: FakeSocket[] = [];
  const frames: ServerFrame[] = [];
  const renewals: boolean[] = [];
  const onSignedOut = vi.fn();
  const client = new SocketClient({
    url: 'wss://example.test/socket',
    credentials: async (renew) => {
      renewals.push(renew);
      await fetched[renewals.length - 1];
      return { protocols: ['parley.v1', `token-${renewals.length}`], expiresAt: Date.now() + life };
    },
    onFrame: (frame) => frames.push(frame),
    onSignedOut,
    createWebSocket: (_, protocols) => {
      const socket = new FakeSocket(protocols);
      sockets.push(socket);
      // The fake has the members of a WebSocket that the client uses.
      return socket as unknown as WebSocket;
    },
  });
  const last = () => sockets.at(-1) ?? expect.fail('no socket was opened');
  /** Lets the client fetch its credentials, and the server accept. */
  const connected = async () => {
    await vi.advanceTimersByTimeAsync(0);
    last().onopen?.();
    return last();
  };
  return { client, sockets, frames, renewals, last, connected, onSignedOut };
}

const chatFrame = { chatId: CHAT, message: 'Hello' };
const ack = (id: string): ServerFrame => ({
  type: 'ack',
  id,
  data: { chatId: CHAT, messageIndex: 2, status: 'complete' },
});
const accepted = { chatId: CHAT, messageIndex: 1, createdAt: '2026-01-01T00:00:00.000Z' };
const delta = {
  type: 'assistantDelta' as const,
  data: { chatId: CHAT, requestId: 'r', messageIndex: 2, attempt: 1, offset: 0, text: 'x' },
};
const thought: ServerFrame = { type: 'thinkingDelta', data: { ...delta.data, ms: 0 } };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('opens one connection when it is replaced while a lost one is about to be retried', async () => {
  const sockets: FakeSocket[] = [];
  const connection = new ReconnectingConnection({
    url: 'wss://example.test/socket',
    credentials: async () => ({ protocols: ['parley.v1'], expiresAt: Date.now() + HOUR }),
    onFrame: () => undefined,
    onRefused: () => undefined,
    onAging: () => undefined,
    onOpen: () => undefined,
    createWebSocket: (_, protocols) => {
      const socket = new FakeSocket(protocols);
      sockets.push(socket);
      // The fake has the members of a WebSocket that the connection uses.
      return socket as unknown as WebSocket;
    },
  });
  connection.open();
  await vi.advanceTimersByTimeAsync(0);
  sockets[0]?.onopen?.();
  sockets[0]?.onclose?.();
  connection.renew(false);
  await vi.advanceTimersByTimeAsync(0);
  sockets[1]?.onopen?.();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(sockets).toHaveLength(2);
  connection.close();
});

describe('SocketClient', () => {
  it('offers the protocol and the token, and sends what was asked for before it was open', async () => {
    const { client, last, connected } = givenClient();
    client.open();
    const answer = client.request('chat', chatFrame);
    const socket = await connected();
    expect(socket.protocols).toEqual(['parley.v1', 'token-1']);
    expect(socket.sent).toMatchObject([{ action: 'chat', data: chatFrame }]);
    last().receive(ack(socket.sent[0]?.id ?? ''));
    await expect(answer).resolves.toMatchObject({ messageIndex: 2 });
  });

  it('sends an unacknowledged frame again, marked as resent, after a reconnect', async () => {
    const { client, sockets, connected } = givenClient();
    client.open();
    const first = await connected();
    const answer = client.request('chat', chatFrame);
    first.onclose?.();
    expect(client.status.get()).toBe('reconnecting');
    await vi.advanceTimersByTimeAsync(1_500);
    const second = await connected();
    expect(sockets).toHaveLength(2);
    expect(first.sent[0]).not.toHaveProperty('resent');
    expect(second.sent).toEqual([{ ...first.sent[0], resent: true }]);
    second.receive(ack(second.sent[0]?.id ?? ''));
    await answer;
    second.onclose?.();
    await vi.advanceTimersByTimeAsync(1_500);
    expect((await connected()).sent).toEqual([]);
  });

  it('sends a frame over the next connection when the socket is closing already', async () => {
    const { client, connected } = givenClient();
    client.open();
    const first = await connected();
    first.readyState = WebSocket.CLOSING;
    client.request('chat', chatFrame).catch(() => undefined);
    expect(first.sent).toEqual([]);
    first.onclose?.();
    await vi.advanceTimersByTimeAsync(1_500);
    expect((await connected()).sent).toHaveLength(1);
  });

  it('marks a frame as resent when an earlier page has sent it', async () => {
    const { client, connected } = givenClient();
    client.open();
    const { sent } = await connected();
    client.request('chat', chatFrame, 'kept', true).catch(() => undefined);
    expect(sent).toEqual([{ action: 'chat', id: 'kept', resent: true, data: chatFrame }]);
  });

  it('sends a frame again that API Gateway could not hand over, with pauses that double', async () => {
    const { client, connected } = givenClient();
    client.open();
    const socket = await connected();
    client.request('chat', chatFrame).catch(() => undefined);
    const refuse = () =>
      socket.receive('{"message":"Internal server error","connectionId":"c","requestId":"r"}');
    for (const [sent, seconds] of [1, 2, 4].entries()) {
      refuse();
      refuse();
      await vi.advanceTimersByTimeAsync(seconds * 500 - 1);
      expect(socket.sent).toHaveLength(sent + 1);
      await vi.advanceTimersByTimeAsync(seconds * 1_000 + 1);
      expect(socket.sent).toHaveLength(sent + 2);
    }
    socket.receive({ type: 'accepted', id: socket.sent[0]?.id ?? '', data: accepted });
    refuse();
    await vi.advanceTimersByTimeAsync(1_500);
    expect(socket.sent).toHaveLength(4);
  });

  it('is busy from a refusal of API Gateway until no refused frame is left', async () => {
    const { client, connected } = givenClient();
    client.open();
    const socket = await connected();
    client.request('chat', chatFrame, 'first').catch(() => undefined);
    client.request('chat', chatFrame, 'second').catch(() => undefined);
    expect(client.status.get()).toBe('open');
    socket.receive('{"message":"Internal server error","connectionId":"c","requestId":"r"}');
    expect(client.status.get()).toBe('busy');
    socket.receive({ type: 'accepted', id: 'first', data: accepted });
    expect(client.status.get()).toBe('busy');
    await vi.advanceTimersByTimeAsync(1_500);
    expect(socket.sent.map(({ id }) => id)).toEqual(['first', 'second', 'second']);
    socket.receive({ type: 'accepted', id: 'second', data: accepted });
    expect(client.status.get()).toBe('open');
  });

  it('is busy until the last refused frame is abandoned', async () => {
    const { client, connected } = givenClient();
    client.open();
    const socket = await connected();
    for (const id of ['first', 'second']) client.request('chat', chatFrame, id).catch(() => undefined);
    socket.receive('{"message":"Internal server error","connectionId":"c","requestId":"r"}');
    client.abandon('first');
    expect(client.status.get()).toBe('busy');
    client.abandon('second');
    expect(client.status.get()).toBe('open');
  });

  it.each([
    ['its reply streams', delta],
    ['its model thinks', thought],
  ])('sends a frame again when nothing is heard of it for 20 seconds, not while %s', async (_, piece) => {
    const { client, connected } = givenClient();
    client.open();
    const socket = await connected();
    void client.request('chat', chatFrame, 'r');
    for (let second = 0; second < 40; second += 10) {
      socket.receive(piece);
      await vi.advanceTimersByTimeAsync(10_000);
    }
    expect(socket.sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(socket.sent).toHaveLength(2);
    expect(socket.sent[1]).toEqual({ ...socket.sent[0], resent: true });
  });

  it.each([
    ['stopReply', { chatId: CHAT }],
    ['likeMessage', { chatId: CHAT, messageIndex: 2, liked: true }],
    ['chat', chatFrame],
  ] as const)(
    'sends a %s again that API Gateway refused, also while another reply of its chat streams',
    async (action, data) => {
      const { client, connected } = givenClient();
      client.open();
      const socket = await connected();
      void client.request(action, data);
      socket.receive('{"message":"Internal server error","connectionId":"c","requestId":"r"}');
      socket.receive(delta);
      await vi.advanceTimersByTimeAsync(1_500);
      expect(socket.sent).toHaveLength(2);
      for (let second = 0; second < 20; second += 5) {
        socket.receive(thought);
        await vi.advanceTimersByTimeAsync(5_000);
      }
      await vi.advanceTimersByTimeAsync(5_000);
      expect(socket.sent).toHaveLength(3);
      client.close();
    },
  );

  it('replaces the connection ahead of the token’s expiry, but not while something is unacknowledged', async () => {
    const { client, sockets, connected } = givenClient({ life: 10 * 60_000 });
    client.open();
    const socket = await connected();
    const answer = client.request('chat', chatFrame);
    const keepAlive = setInterval(() => {
      socket.receive(delta);
      socket.receive({ type: 'pong' });
    }, 5_000);
    await vi.advanceTimersByTimeAsync(9.5 * 60_000);
    clearInterval(keepAlive);
    expect(sockets).toHaveLength(1);
    socket.receive(ack(socket.sent[0]?.id ?? ''));
    await answer;
    await connected();
    expect(sockets).toHaveLength(2);
    expect(socket.closed).toBe(true);
  });

  it('replaces a connection before API Gateway’s limit of two hours', async () => {
    const { client, sockets, connected } = givenClient({ life: 24 * HOUR });
    client.open();
    const socket = await connected();
    const keepAlive = setInterval(() => socket.receive({ type: 'pong' }), 5_000);
    await vi.advanceTimersByTimeAsync(2 * HOUR - 30_000);
    clearInterval(keepAlive);
    expect(sockets.length).toBeGreaterThan(1);
  });

  describe('a page that becomes visible again', () => {
    const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
    const see = () => page.dispatchEvent(new Event('visibilitychange'));
    beforeEach(() => void vi.stubGlobal('document', page));
    afterEach(() => void vi.unstubAllGlobals());

    it('finds out within 10 s that its connection died while the device slept', async () => {
      const { client, sockets, connected } = givenClient();
      client.open();
      const socket = await connected();
      vi.setSystemTime(Date.now() + 30_000);
      see();
      expect(socket.sent.map(({ action }) => action)).toEqual(['ping']);
      await vi.advanceTimersByTimeAsync(10_000);
      expect(socket.closed).toBe(true);
      await vi.advanceTimersByTimeAsync(2_000);
      expect(sockets).toHaveLength(2);
      client.close();
    });

    it('does not ping a connection that has just received a frame', async () => {
      const { client, connected } = givenClient();
      client.open();
      const socket = await connected();
      vi.setSystemTime(Date.now() + 30_000);
      socket.receive({ type: 'pong' });
      see();
      expect(socket.sent).toEqual([]);
      client.close();
    });

    it('reconnects at once where it waits for the next attempt', async () => {
      const { client, sockets, connected } = givenClient();
      client.open();
      (await connected()).onclose?.();
      see();
      await vi.advanceTimersByTimeAsync(0);
      expect(sockets).toHaveLength(2);
      client.close();
    });

    it('stays open when an attempt that was overtaken by a later one fails', async () => {
      const slow = Promise.withResolvers<void>();
      const { client, sockets, connected } = givenClient({ fetched: [Promise.resolve(), slow.promise] });
      client.open();
      (await connected()).onclose?.();
      see();
      see();
      await connected();
      slow.reject(new Error('the network was not back yet'));
      await vi.advanceTimersByTimeAsync(10_000);
      expect(client.status.get()).toBe('open');
      expect(sockets).toHaveLength(2);
      client.close();
    });
  });

  it('pings below the idle limit, and gives up a connection that does not answer', async () => {
    const { client, connected } = givenClient();
    client.open();
    const socket = await connected();
    await vi.advanceTimersByTimeAsync(4 * 60_000);
    expect(socket.sent.map(({ action }) => action)).toEqual(['ping']);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(socket.closed).toBe(true);
    expect(client.status.get()).toBe('reconnecting');
  });

  it('is reconnecting during each attempt after the first, also if it was never open', async () => {
    const { client, last } = givenClient();
    client.open();
    await vi.advanceTimersByTimeAsync(0);
    expect(client.status.get()).toBe('connecting');
    last().onclose?.();
    expect(client.status.get()).toBe('reconnecting');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(last().closed).toBe(false);
    expect(client.status.get()).toBe('reconnecting');
  });

  it('gives up a connection attempt after 20 seconds [S9.socket.1]', async () => {
    const { client, sockets } = givenClient();
    client.open();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(sockets[0]?.closed).toBe(true);
    await vi.advanceTimersByTimeAsync(1_500);
    expect(sockets).toHaveLength(2);
  });

  it('renews an expired session once and sends the frame again', async () => {
    const { client, renewals, connected } = givenClient();
    client.open();
    const socket = await connected();
    const answer = client.request('chat', chatFrame);
    const id = socket.sent[0]?.id ?? '';
    const expired: ServerFrame = { type: 'ack', id, error: { code: 'session_expired', message: 'Expired' } };
    socket.receive(expired);
    const second = await connected();
    expect(renewals).toEqual([false, true]);
    expect(second.sent[0]?.id).toBe(id);
    second.receive(expired);
    await expect(answer).rejects.toMatchObject({ code: 'session_expired' });
  });

  describe('an expired session', () => {
    const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
    beforeEach(() => void vi.stubGlobal('document', page));
    afterEach(() => void vi.unstubAllGlobals());

    async function givenExpired(renewing: Promise<void>) {
      renewing.catch(() => undefined);
      const given = givenClient({ fetched: [Promise.resolve(), renewing] });
      given.client.open();
      const socket = await given.connected();
      void given.client.request('chat', chatFrame).catch(() => undefined);
      const id = socket.sent[0]?.id ?? '';
      socket.receive({ type: 'ack', id, error: { code: 'session_expired', message: 'Expired' } });
      await vi.advanceTimersByTimeAsync(0);
      return given;
    }

    it('is renewed, too, if the user comes back while the new credentials are fetched', async () => {
      const { renewals, sockets } = await givenExpired(new Promise(() => undefined));
      page.dispatchEvent(new Event('visibilitychange'));
      await vi.advanceTimersByTimeAsync(0);
      expect(renewals).toEqual([false, true, true]);
      expect(sockets.at(-1)?.protocols).toEqual(['parley.v1', 'token-3']);
    });

    it('is renewed at the next try if the new credentials could not be fetched', async () => {
      const { renewals } = await givenExpired(Promise.reject(new Error('offline')));
      await vi.advanceTimersByTimeAsync(2_000);
      expect(renewals).toEqual([false, true, true]);
    });
  });

  it.each(['frame', 'ack'])('tells by a %s that the session was ended on another device', async (kind) => {
    const { client, renewals, connected, onSignedOut } = givenClient();
    client.open();
    const socket = await connected();
    void client.request('chat', chatFrame);
    const id = socket.sent[0]?.id ?? '';
    const error = { code: 'signed_out', message: 'This device was signed out.' } as const;
    socket.receive(kind === 'frame' ? { type: 'signedOut' } : { type: 'ack', id, error });
    expect(onSignedOut).toHaveBeenCalledOnce();
    expect(renewals).toEqual([false]);
  });

  it('rejects with the server’s code', async () => {
    const { client, connected } = givenClient();
    client.open();
    const socket = await connected();
    const answer = client.request('chat', chatFrame);
    socket.receive({
      type: 'ack',
      id: socket.sent[0]?.id ?? '',
      error: { code: 'quota_exceeded', message: 'Enough for today' },
    });
    await expect(answer).rejects.toMatchObject({ code: 'quota_exceeded', message: 'Enough for today' });
  });

  it.each([
    ['an error without text', '"error":{"code":"quota_exceeded","message":" "}', 'quota_exceeded'],
    ['an error without a message', '"error":{"code":"quota_exceeded"}', 'quota_exceeded'],
    ['an error that says nothing', '"error":{}', 'internal'],
    ['an error that is null', '"error":null', 'internal'],
    ['neither an error nor data', '"a":1', 'internal'],
  ])('rejects, without a message of the server, on %s', async (_, rest, code) => {
    const { client, connected } = givenClient();
    client.open();
    const socket = await connected();
    const answer = client.request('initChat', { isGuest: true });
    socket.receive(`{"type":"ack","id":"${socket.sent[0]?.id}",${rest}}`);
    await expect(answer).rejects.toMatchObject({ code, ownMessage: undefined });
  });

  it('refuses a frame that would close the socket, and sends nothing', async () => {
    const { client, connected } = givenClient();
    client.open();
    const socket = await connected();
    const tooLarge = { chatId: CHAT, message: 'é'.repeat(FRAME_MAX_BYTES / 2) };
    await expect(client.request('chat', tooLarge)).rejects.toMatchObject({ code: 'message_too_long' });
    expect(socket.sent).toEqual([]);
  });

  it('ignores frames that it does not know', async () => {
    const { client, frames, connected } = givenClient();
    client.open();
    const socket = await connected();
    socket.receive('{"type":"somethingNew"}');
    socket.receive('not json');
    expect(frames).toEqual([]);
  });

  it('does not reconnect once it is closed', async () => {
    const { client, sockets, connected } = givenClient();
    client.open();
    await connected();
    client.close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sockets).toHaveLength(1);
  });
});

describe('a connection that the server displaces', () => {
  async function givenDisplaced() {
    const given = givenClient();
    given.client.open();
    const socket = await given.connected();
    socket.receive({ type: 'displaced' });
    return { ...given, socket };
  }

  it('is closed and not opened again by itself', async () => {
    const { client, sockets, socket } = await givenDisplaced();
    expect(socket.closed).toBe(true);
    expect(client.status.get()).toBe('displaced');
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(sockets).toHaveLength(1);
    client.close();
  });

  it('is not opened again for its age when the client gives up the last request', async () => {
    const { client, sockets, connected } = givenClient({ life: 60_000 });
    client.open();
    const socket = await connected();
    void client.request('chat', chatFrame, 'given-up');
    // The connection ages, but the pending request delays its replacement.
    await vi.advanceTimersByTimeAsync(31_000);
    expect(sockets).toHaveLength(1);
    socket.receive({ type: 'displaced' });
    client.abandon('given-up');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sockets).toHaveLength(1);
    expect(client.status.get()).toBe('displaced');
    client.close();
  });

  it('is opened again when the user sends a message, which is sent then', async () => {
    const { client, connected } = await givenDisplaced();
    const answer = client.request('chat', chatFrame);
    const again = await connected();
    expect(again.sent.map(({ action }) => action)).toEqual(['chat']);
    again.receive({ type: 'ack', id: again.sent[0]?.id ?? '', error: { code: 'forbidden', message: 'No' } });
    await expect(answer).rejects.toMatchObject({ code: 'forbidden' });
    client.close();
  });
});

describe('an attempt to connect that is refused again and again', () => {
  it('is made ever more rarely, with new credentials only now and then, and at once for a message', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    const { client, sockets, renewals } = givenClient();
    client.open();
    const refusedFor = async (ms: number) => {
      const before = sockets.length;
      for (let passed = 0; passed < ms; passed += 500) {
        await vi.advanceTimersByTimeAsync(500);
        sockets.at(-1)?.onclose?.();
      }
      return sockets.length - before;
    };
    expect(await refusedFor(60_000)).toBeGreaterThan(10);
    expect(await refusedFor(10 * 60_000)).toBeLessThan(15);
    expect(renewals.filter(Boolean).length).toBeLessThan(4);
    const before = sockets.length;
    client.request('chat', chatFrame).catch(() => {});
    await vi.advanceTimersByTimeAsync(0);
    expect(sockets).toHaveLength(before + 1);
    client.close();
  });
});

describe('reconnectDelay (docs/spec.md 9)', () => {
  it('grows from 1 to 5 seconds, randomised by half [S9.socket.1]', () => {
    expect([0, 1, 2, 3, 9].map((attempt) => reconnectDelay(attempt, 0.5))).toEqual([
      1_000, 2_000, 4_000, 5_000, 5_000,
    ]);
    expect(reconnectDelay(0, 0)).toBe(500);
    expect(reconnectDelay(9, 1)).toBe(7_500);
  });
});
