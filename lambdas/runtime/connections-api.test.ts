import { createServer } from 'node:http';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

vi.mock('node:timers/promises', () => ({ setTimeout: async () => {} }));

const PONG = { type: 'pong' } as const;
const ERROR_TYPES: Readonly<Record<number, string>> = { 410: 'GoneException', 429: 'LimitExceededException' };
const statuses: number[] = [];
let answered = 0;
const server = createServer((_, response) => {
  answered += 1;
  const status = statuses.shift() ?? 200;
  response.writeHead(status, { 'x-amzn-errortype': ERROR_TYPES[status] ?? '' }).end('{}');
});

beforeEach(async () => {
  vi.resetModules();
  answered = 0;
  statuses.length = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  vi.stubEnv('SOCKET_ENDPOINT', `http://127.0.0.1:${port}`);
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIATEST');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const post = async () => (await import('./connections-api.ts')).post('connection', PONG);

it('sends a frame that is throttled five times in a row', async () => {
  statuses.push(429, 429, 429, 429, 429);
  expect(await post()).toBe('sent');
  expect(answered).toBe(6);
});

it('gives up a frame that fails three times', async () => {
  statuses.push(500, 500, 500);
  await expect(post()).rejects.toThrow();
  expect(answered).toBe(3);
});

it('sends once to a connection that is gone', async () => {
  statuses.push(410);
  expect(await post()).toBe('gone');
  expect(answered).toBe(1);
});
