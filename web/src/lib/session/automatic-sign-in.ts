/** Sends a user whose session has ended to the hosted UI, where a cookie may sign the user in without a password. */
import type { SiteConfig } from '#contract/deployment-config';
import { tabStorage } from '../browser-storage.ts';
import { pageAfterSignIn } from './page-after-sign-in.ts';
import { sessionState } from './session-state.ts';

/** Storage key of the time of this tab's last automatic sign-in, in milliseconds since the epoch. */
const KEY = 'automaticSignInAt';
/** Minimum milliseconds between two automatic sign-ins. Without it, a session that is always refused would loop. */
const SOON_MS = 10 * 60_000;

let leaving: Promise<void> | undefined;

export const automaticSignIn = {
  /** Leaves for the hosted UI. Sets the session state `ended` instead if the last automatic sign-in was too recent. */
  begin(config: SiteConfig): Promise<void> {
    leaving ??= leave(config).catch((error: unknown) => {
      leaving = undefined;
      throw error;
    });
    return leaving;
  },
  /** Allows an automatic sign-in again. Called after the session was renewed. */
  allow: (): void => tabStorage.remove(KEY),
};

async function leave(config: SiteConfig): Promise<void> {
  const last = tabStorage.get(KEY);
  pageAfterSignIn.keep();
  if (last !== null && Math.abs(Date.now() - Number(last)) < SOON_MS) {
    const { askClockError } = await import('./device-clock.ts');
    const clock = await askClockError();
    sessionState.set({ status: 'ended', reason: 'refused', ...(clock !== undefined && { clock }) });
    return;
  }
  const { leaveToSignIn } = await import('./hosted-ui.ts');
  tabStorage.set(KEY, String(Date.now()));
  await leaveToSignIn(config);
}
