import { beforeEach, expect, it, vi } from 'vitest';
import { SIGNED_OUT_KEY, sessionState } from './session-state.ts';
import { startSession } from './start-session.ts';

const { note, resolved } = vi.hoisted(() => ({
  note: { value: null as string | null },
  resolved: vi.fn(async () => undefined),
}));
vi.mock('../browser-storage.ts', () => ({
  browserStorage: { get: () => null },
  tabStorage: {
    get: (key: string) => (key === SIGNED_OUT_KEY ? note.value : null),
    remove: (key: string) => {
      if (key === SIGNED_OUT_KEY) note.value = null;
    },
  },
}));
vi.mock('./amplify.ts', () => ({}));
vi.mock('./session.ts', () => ({ resolveSession: resolved }));

const openAt = (search: string) => {
  vi.stubGlobal('window', { location: { search } });
  return startSession();
};

beforeEach(() => {
  note.value = '1';
  resolved.mockClear();
});

it('a page after a remote sign-out says so, once', async () => {
  await openAt('');
  expect(sessionState.get()).toEqual({ status: 'ended', reason: 'signedOut' });
  await openAt('');
  expect(sessionState.get()).toEqual({ status: 'unauthenticated' });
});

it('a sign-in that follows a remote sign-out is completed, whatever the note says', async () => {
  await openAt('?code=1&state=2');
  expect(resolved).toHaveBeenCalledExactlyOnceWith('?code=1&state=2');
  expect(note.value).toBeNull();
});
