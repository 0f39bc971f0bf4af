import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { BadLink } from './bad-link.ts';
import { ProductServer } from './product-server.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it.each([
  ['is closed', (_: BadLink, socket: WebSocket) => socket.close()],
  ['breaks', (link: BadLink) => link.disconnect()],
])('a connection that %s before it has opened never opens', async (_, end) => {
  const server = new ProductServer([]);
  const link = new BadLink(server, []);
  const socket = link.createWebSocket();
  const onOpen = vi.fn();
  socket.onopen = onOpen;
  end(link, socket);
  await vi.runAllTimersAsync();
  expect([server.connections.size, onOpen.mock.calls.length]).toEqual([0, 0]);
});

it('a connection opens, and leaves the server when it is closed', async () => {
  const server = new ProductServer([]);
  const socket = new BadLink(server, []).createWebSocket();
  await vi.runAllTimersAsync();
  expect(server.connections.size).toBe(1);
  socket.close();
  expect(server.connections.size).toBe(0);
});
