import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { findShare, type Reader } from './read-share.ts';

const allowed = vi.hoisted(() => vi.fn<() => string>());
vi.mock('../../runtime/deployment-config.ts', () => ({ sharing: allowed, models: () => [] }));
const getChat = vi.hoisted(() => vi.fn());
vi.mock('../../store/chats/chats.ts', () => ({ getChat }));
const readers = vi.hoisted(() => ({ of: 'anyone' }));
vi.mock('../../store/shares/shares.ts', () => ({
  getShare: async () => ({ owner: 'o', chatId: 'c', readers: readers.of }),
}));
beforeEach(() => getChat.mockResolvedValue({ chatId: 'c' }));
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
  'where the operator’s setting is %s, a share for %s is found by a %s: %s',
  async (most, its, reader, isThere) => {
    allowed.mockReturnValue(most);
    readers.of = its;
    const found = findShare('0'.repeat(32), reader);
    if (isThere) expect(await found).toMatchObject({ owner: 'o' });
    else await expect(found).rejects.toMatchObject({ code: 'share_not_found' });
  },
);

it('a share whose chat is not there is not found', async () => {
  allowed.mockReturnValue('anyone');
  getChat.mockResolvedValue(undefined);
  await expect(findShare('0'.repeat(32), 'member')).rejects.toMatchObject({ code: 'share_not_found' });
});
