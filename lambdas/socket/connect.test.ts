import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SocketEvent } from '../runtime/socket-event-and-caller.ts';
import { handler } from './connect.ts';

const admitConnection = vi.hoisted(() => vi.fn());
vi.mock('../domain/connections/admit-connection.ts', () => ({ admitConnection }));
const printed = vi.spyOn(console, 'log').mockReturnValue(undefined);
beforeEach(() => admitConnection.mockResolvedValue('admitted'));
afterEach(() => {
  admitConnection.mockReset();
  printed.mockClear();
});

const EXPIRED = String(Math.floor(Date.now() / 1000) - 1);
const CLAIMS = {
  ...{ kind: 'user', sub: 'user-1', email: 'ada@example.com', email_verified: 'true', token_use: 'id' },
  exp: String(Math.floor(Date.now() / 1000) + 3_600),
};
/** Event of `$connect` for a user whose token has these claims. */
const given = (claims: Readonly<Record<string, string>>) =>
  ({ requestContext: { connectionId: 'c', authorizer: { ...CLAIMS, ...claims } } }) as unknown as SocketEvent; // the fields in use
const lines = () => printed.mock.calls.map(([line]) => JSON.parse(String(line)));

it('admits a user with the subprotocol', async () => {
  const headers = { 'Sec-WebSocket-Protocol': 'parley.v1' };
  expect(await handler(given({}))).toEqual({ statusCode: 200, headers });
});

describe('a connection', () => {
  it.each([
    ['a token that expired after its check', { exp: EXPIRED }, 'session_expired'],
    ['an address that is not verified', { email_verified: 'false' }, 'unauthorized'],
  ])('with %s is refused as not signed in', async (_, claims, code) => {
    expect(await handler(given(claims))).toEqual({ statusCode: 401 });
    expect(admitConnection).not.toHaveBeenCalled();
    expect(lines()).toEqual([
      expect.objectContaining({ level: 'WARN', event: 'connection not admitted', code }),
    ]);
  });

  it('that cannot be stored is refused, and the log has no text of the error', async () => {
    admitConnection.mockRejectedValue(new Error('about ada@example.com'));
    expect(await handler(given({}))).toEqual({ statusCode: 500 });
    expect(lines()).toEqual([
      expect.objectContaining({ level: 'ERROR', event: 'connection not admitted', code: 'internal' }),
    ]);
    expect(JSON.stringify(lines())).not.toContain('ada@');
  });
});
