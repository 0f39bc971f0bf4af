/** Sign-in by password through the API, and the challenges that may follow it: a new password, a code. */

import { invalidParameter, notAuthorized } from './errors.ts';
import { needsCode, takeTotpCode } from './mfa/software-tokens.ts';
import type { Params } from './params.ts';
import { checkPolicy, hashPassword } from './passwords.ts';
import type { SignIn } from './sign-in.ts';
import type { ClientOf, Core, User } from './state.ts';
import { createTickets } from './tickets.ts';
import { issueTokens } from './tokens.ts';
import { API_SCOPE } from './user-claims.ts';
import { touch, usersOf } from './users.ts';

/** Lifetime of an authentication session: three minutes, Cognito's default. */
export const CHALLENGE_MS = 3 * 60_000;

export interface PasswordFlow {
  /** Returns tokens or a challenge. */
  begin(of: ClientOf, parameters: Record<string, string>): Promise<object>;
  /** Answers a challenge. Returns tokens or the next challenge. */
  respond(of: ClientOf, params: Params): Promise<object>;
}

export function createPasswordFlow(core: Core, signIn: SignIn): PasswordFlow {
  const sessions = createTickets<{ clientId: string; sub: string; challenge: string }>(core, CHALLENGE_MS);

  const challengeOf = (of: ClientOf, user: User, challenge: string, ChallengeParameters: object): object => ({
    ChallengeName: challenge,
    Session: sessions.issue({ clientId: of.clientId, sub: user.sub, challenge }),
    ChallengeParameters: { USER_ID_FOR_SRP: user.sub, ...ChallengeParameters },
  });

  async function tokens(of: ClientOf, user: User, source: 'Authentication' | 'NewPasswordChallenge') {
    const result = await issueTokens(core, of, user, { scope: API_SCOPE, source });
    return { AuthenticationResult: result, ChallengeParameters: {} };
  }

  /**
   * Returns the user of a session. The session stays valid until `end` is called, so that the user can try again after
   * a wrong code.
   */
  function sessionOf(of: ClientOf, params: Params): { user: User; end: () => void } {
    const ticket = params.text('Session');
    const session = sessions.read(ticket);
    const user = usersOf(core, of.poolId)[session?.sub ?? ''];
    const isValid = session?.clientId === of.clientId && session.challenge === params.text('ChallengeName');
    if (!isValid || user === undefined) throw notAuthorized('Invalid session for the user.');
    if (!user.enabled) throw notAuthorized('User is disabled.');
    return { user, end: () => void sessions.take(ticket) };
  }

  async function withNewPassword(of: ClientOf, params: Params, responses: Record<string, string>) {
    const password = responses.NEW_PASSWORD ?? '';
    checkPolicy(of.pool, password);
    const { user, end } = sessionOf(of, params);
    end();
    user.password = await hashPassword(password);
    user.status = 'CONFIRMED';
    touch(core, user);
    if (needsCode(of.pool, user)) return challengeOf(of, user, 'SOFTWARE_TOKEN_MFA', {});
    return tokens(of, user, 'NewPasswordChallenge');
  }

  async function withCode(of: ClientOf, params: Params, responses: Record<string, string>) {
    const { USERNAME: username, SOFTWARE_TOKEN_MFA_CODE: code } = responses;
    if (username === undefined) throw invalidParameter('Missing required parameter USERNAME');
    if (code === undefined) throw invalidParameter('Missing required parameter SOFTWARE_TOKEN_MFA_CODE');
    const { user, end } = sessionOf(of, params);
    if (username !== user.sub && username.toLowerCase() !== user.attributes.email?.toLowerCase())
      throw notAuthorized('Invalid session for the user.');
    takeTotpCode(core, user, code);
    end();
    await signIn.runPostAuthentication(of, user);
    return tokens(of, user, 'Authentication');
  }

  return {
    async begin(of, { USERNAME: username = '', PASSWORD: password = '' }) {
      const user = await signIn.checkPassword(of, username, password);
      if (user.status === 'FORCE_CHANGE_PASSWORD') {
        const userAttributes = JSON.stringify(user.attributes);
        return challengeOf(of, user, 'NEW_PASSWORD_REQUIRED', { requiredAttributes: '[]', userAttributes });
      }
      if (needsCode(of.pool, user)) return challengeOf(of, user, 'SOFTWARE_TOKEN_MFA', {});
      await signIn.runPostAuthentication(of, user);
      return tokens(of, user, 'Authentication');
    },
    async respond(of, params) {
      const name = params.text('ChallengeName');
      const responses = params.map('ChallengeResponses');
      if (name === 'NEW_PASSWORD_REQUIRED') return withNewPassword(of, params, responses);
      if (name === 'SOFTWARE_TOKEN_MFA') return withCode(of, params, responses);
      throw invalidParameter(`not emulated: challenge ${name}`);
    },
  };
}
