/**
 * Sends a user without tokens, or with an ended session, to the hosted UI, whose cookie may sign the user in without a
 * password.
 */
import type { SiteConfig } from '#contract/site-config';
import { tabStorage } from '../browser-storage.ts';
import { pageAfterSignIn } from './page-after-sign-in.ts';
import { sessionState } from './session-state.ts';

const KEY = 'automaticSignInAt';
/**
 * Least time between two automatic sign-ins. Without this pause, a session that is refused right after each sign-in
 * would send the browser to the hosted UI without end.
 */
const SOON_MS = 10 * 60_000;
/**
 * Milliseconds that the navigation to the hosted UI may take. The user may stop the navigation. The page's calls that
 * need a token then wait for ever, so the page shows after this time that the session has ended.
 */
const STOPPED_MS = 15_000;

let leaving: Promise<void> | undefined;

export const automaticSignIn = {
  begin(config: SiteConfig): Promise<void> {
    leaving ??= leave(config).catch((error: unknown) => {
      leaving = undefined;
      throw error;
    });
    return leaving;
  },
  allow: (): void => tabStorage.remove(KEY),
};

async function leave(config: SiteConfig): Promise<void> {
  const last = tabStorage.get(KEY);
  pageAfterSignIn.keep();
  if (last !== null && Math.abs(Date.now() - Number(last)) < SOON_MS) {
    const { askClockError } = await import('./measure-clock-error.ts');
    const clock = await askClockError();
    sessionState.set({ status: 'ended', reason: 'refused', ...(clock !== undefined && { clock }) });
    return;
  }
  const { leaveToSignIn } = await import('./sign-in-and-sign-out.ts');
  tabStorage.set(KEY, String(Date.now()));
  await leaveToSignIn(config);
  setTimeout(() => sessionState.set({ status: 'ended', reason: 'refused' }), STOPPED_MS);
}
