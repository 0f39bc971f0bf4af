/** Sends a user whose session is over through the hosted UI, which may still remember them. */
import type { SiteConfig } from '#contract/config';
import { tabStorage } from '../storage.ts';
import { pageAfterSignIn } from './page-after-sign-in.ts';
import { sessionState } from './state.ts';

/** When it was last done in this tab. */
const KEY = 'automaticSignInAt';
/** A session that is refused so soon after would be refused again, in a circle. */
const SOON_MS = 10 * 60_000;

let leaving: Promise<void> | undefined;

export const automaticSignIn = {
  /** Leaves for the hosted UI, once; the next time the user reads that the session is over, and decides. */
  begin(config: SiteConfig): Promise<void> {
    leaving ??= leave(config).catch((error: unknown) => {
      leaving = undefined;
      throw error;
    });
    return leaving;
  },
  /** The session was renewed: it may be begun by itself again. */
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
