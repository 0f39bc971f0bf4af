import { afterEach, expect, it, vi } from 'vitest';
import type { SiteConfig } from '#contract/site-config';
import { automaticSignIn } from './automatic-redirect-to-sign-in.ts';
import { sessionState } from './session-state.ts';

const left = vi.hoisted(() => vi.fn(async () => undefined));
vi.mock('./sign-in-and-sign-out.ts', () => ({ leaveToSignIn: left }));
vi.mock('./page-after-sign-in.ts', () => ({ pageAfterSignIn: { keep: () => undefined } }));
vi.mock('../browser-storage.ts', () => ({ tabStorage: { get: () => null, set: () => undefined } }));

afterEach(() => vi.useRealTimers());

it('a page that the browser has not left after 15 s, as after a press of Stop, offers a login', async () => {
  vi.useFakeTimers();
  // The mocks read nothing of the configuration.
  await automaticSignIn.begin({} as SiteConfig);
  expect(left).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(14_000);
  expect(sessionState.get()).toEqual({ status: 'loading' });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sessionState.get()).toEqual({ status: 'ended', reason: 'refused' });
});
