/** Two-step sign-in (decision 0091). Every change asks for the password again, so that a stolen token is not enough. */
import { wordedError } from '#contract/server-worded-errors';
import {
  answerWithCode,
  associateApp,
  setSecondFactor,
  signInWithPassword,
  verifyApp,
} from '../../runtime/user-pool-second-factor.ts';
import { putSecondFactorSince } from '../../store/account/second-factor-since.ts';
import { countSecondFactorAttempt } from '../quota/rate-limiter.ts';
import { closeRevoked, revokeSignIns } from './end-sign-ins-and-access.ts';

interface Proof {
  readonly password: string;
  readonly code: string;
}

/**
 * Returns the secret for the user's authenticator app.
 * @throws AppError `password_wrong`, `too_many_requests`; `second_factor_on` when two-step sign-in is on already
 */
export async function setUpSecondFactor(owner: string, password: string): Promise<string> {
  const result = await checkPassword(owner, password);
  if ('session' in result) throw wordedError('second_factor_on');
  return associateApp(result.accessToken);
}

/**
 * Switches two-step sign-in on, and ends all sign-ins, because they may have begun with a password alone.
 * @throws AppError `password_wrong`, `second_factor_code_wrong`, `second_factor_setup_over`, `too_many_requests`
 */
export async function switchOnSecondFactor(owner: string, { password, code }: Proof): Promise<void> {
  const result = await checkPassword(owner, password);
  if ('session' in result) await answerWithCode(owner, result.session, code);
  else {
    await verifyApp(result.accessToken, code);
    // Stores the time first: if this call dies right after the switch, `requireSecondFactor` still refuses an
    // administrator whose sign-in is older than the stored time.
    await putSecondFactorSince(owner, Date.now());
    await setSecondFactor(owner, true);
  }
  // A sign-in between the first write and the switch began with a password alone. The time is stored again, so that
  // `requireSecondFactor` refuses this sign-in, too.
  await putSecondFactorSince(owner, Date.now());
  await revokeSignIns(owner);
  await closeRevoked(owner);
}

/**
 * Switches two-step sign-in off. If it is off already, checks only the password, so that a repeated call succeeds.
 * @throws AppError `password_wrong`, `second_factor_code_wrong`, `too_many_requests`
 */
export async function switchOffSecondFactor(owner: string, { password, code }: Proof): Promise<void> {
  const result = await checkPassword(owner, password);
  if (!('session' in result)) return;
  await answerWithCode(owner, result.session, code);
  await setSecondFactor(owner, false);
}

/** Returns an access token, or, when two-step sign-in is on, the session in which Cognito waits for a code. */
async function checkPassword(owner: string, password: string) {
  await countSecondFactorAttempt(owner, Date.now());
  return signInWithPassword(owner, password);
}
