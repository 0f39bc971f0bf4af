import { expect, it, vi } from 'vitest';
import { logout } from './session.ts';

const { left, erasure } = vi.hoisted(() => ({
  left: vi.fn(async () => undefined),
  erasure: Promise.withResolvers<void>(),
}));
vi.mock('./hosted-ui.ts', () => ({ leaveToSignOut: left }));
vi.mock('../kept-chats-storage.ts', () => ({ eraseKeptChats: () => erasure.promise }));
vi.stubGlobal('window', { location: { origin: 'https://example.com' } });

it('a logout leaves when the kept chats have been erased, and not before', async () => {
  const done = logout();
  await vi.dynamicImportSettled();
  expect(left).not.toHaveBeenCalled();
  erasure.resolve();
  await done;
  expect(left).toHaveBeenCalledOnce();
});
