import { afterEach, expect, it, vi } from 'vitest';
import { findShare, type Reader } from './read-share.ts';

const allowed = vi.hoisted(() => vi.fn<() => string>());
vi.mock('../../runtime/deployment-config.ts', () => ({ sharing: allowed, models: () => [] }));
vi.mock('../../store/chats/chats.ts', () => ({ getChat: async () => ({ chatId: 'c' }) }));
const audience = vi.hoisted(() => ({ of: 'anyone' }));
vi.mock('../../store/shares/shares.ts', () => ({
  getShare: async () => ({ owner: 'o', chatId: 'c', audience: audience.of }),
}));
afterEach(() => vi.resetAllMocks());

it.each([
  ['anyone', 'anyone', 'visitor', true],
  ['anyone', 'members', 'visitor', false],
  ['anyone', 'members', 'member', true],
  ['members', 'anyone', 'visitor', false],
  ['members', 'anyone', 'member', true],
  ['off', 'anyone', 'visitor', false],
  ['off', 'members', 'member', false],
] satisfies [string, string, Reader, boolean][])(
  'where the operator allows %s, a share for %s is there for a %s: %s',
  async (most, its, reader, isThere) => {
    allowed.mockReturnValue(most);
    audience.of = its;
    const found = findShare('0'.repeat(32), reader);
    if (isThere) expect(await found).toMatchObject({ owner: 'o' });
    else await expect(found).rejects.toMatchObject({ code: 'share_not_found' });
  },
);
