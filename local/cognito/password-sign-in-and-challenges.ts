/** Sign-in by password through Cognito's API, and its challenges: a new password, or an authenticator app's code. */

import type { SignIn } from './check-password-or-code.ts';
import type { AppClient, Core, User } from './cognito-core-and-state.ts';
import { invalidParameter, notAuthorized } from './cognito-errors.ts';
import { createTickets } from './expiring-codes-and-sessions.ts';
import { issueTokens } from './issue-and-refresh-tokens.ts';
import type { Params } from './json-request-params.ts';
import { needsCode } from './mfa/software-tokens.ts';
import { checkPolicy, hashPassword } from './passwords.ts';
import { API_SCOPE } from './user-claims.ts';
import { touch, usersOf } from './users.ts';

/** Time to answer a challenge: Cognito's default. */
export const CHALLENGE_MS = 3 * 60_000;

export interface PasswordFlow {
  /** Returns tokens or a challenge. */
  begin(app: AppClient, parameters: Record<string, string>): Promise<object>;
  respond(app: AppClient, params: Params): Promise<object>;
}

export function createPasswordFlow(core: Core, signIn: SignIn): PasswordFlow {
  const sessions = createTickets<{ clientId: string; sub: string; challenge: string }>(core, CHALLENGE_MS);

  const challengeOf = (
    app: AppClient,
    user: User,
    challenge: string,
    ChallengeParameters: object,
  ): object => ({
    ChallengeName: challenge,
    Session: sessions.issue({ clientId: app.clientId, sub: user.sub, challenge }),
    ChallengeParameters: { USER_ID_FOR_SRP: user.sub, ...ChallengeParameters },
  });

  async function tokens(app: AppClient, user: User, source: 'Authentication' | 'NewPasswordChallenge') {
    const result = await issueTokens(core, app, user, { scope: API_SCOPE, source });
    return { AuthenticationResult: result, ChallengeParameters: {} };
  }

  /**
   * Throws NotAuthorizedException for an invalid session. The session stays valid until `end` is called, so that the
   * user can try again after a wrong code.
   */
  function sessionOf(app: AppClient, params: Params): { user: User; end: () => void } {
    const ticket = params.text('Session');
    const session = sessions.read(ticket);
    const user = usersOf(core, app.poolId)[session?.sub ?? ''];
    const isValid = session?.clientId === app.clientId && session.challenge === params.text('ChallengeName');
    if (!isValid || user === undefined) throw notAuthorized('Invalid session for the user.');
    if (!user.enabled) throw notAuthorized('User is disabled.');
    return { user, end: () => void sessions.take(ticket) };
  }

  async function withNewPassword(app: AppClient, params: Params, responses: Record<string, string>) {
    const password = responses.NEW_PASSWORD ?? '';
    checkPolicy(app.pool, password);
    const hash = await hashPassword(password);
    const { user, end } = sessionOf(app, params);
    // Two challenges of a user may be open. An `await` after this check would let both set a password.
    if (user.status !== 'FORCE_CHANGE_PASSWORD') throw notAuthorized('Invalid session for the user.');
    end();
    user.password = hash;
    user.status = 'CONFIRMED';
    touch(core, user);
    if (needsCode(app.pool, user)) return challengeOf(app, user, 'SOFTWARE_TOKEN_MFA', {});
    return tokens(app, user, 'NewPasswordChallenge');
  }

  async function withCode(app: AppClient, params: Params, responses: Record<string, string>) {
    const { USERNAME: username, SOFTWARE_TOKEN_MFA_CODE: code } = responses;
    if (username === undefined) throw invalidParameter('Missing required parameter USERNAME');
    if (code === undefined) throw invalidParameter('Missing required parameter SOFTWARE_TOKEN_MFA_CODE');
    const { user, end } = sessionOf(app, params);
    if (username !== user.sub && username.toLowerCase() !== user.attributes.email?.toLowerCase())
      throw notAuthorized('Invalid session for the user.');
    signIn.checkCode(user, code);
    end();
    await signIn.runPostAuthentication(app, user);
    return tokens(app, user, 'Authentication');
  }

  return {
    async begin(app, { USERNAME: username = '', PASSWORD: password = '' }) {
      const user = await signIn.checkPassword(app, username, password);
      if (user.status === 'FORCE_CHANGE_PASSWORD') {
        const userAttributes = JSON.stringify(user.attributes);
        return challengeOf(app, user, 'NEW_PASSWORD_REQUIRED', { requiredAttributes: '[]', userAttributes });
      }
      if (needsCode(app.pool, user)) return challengeOf(app, user, 'SOFTWARE_TOKEN_MFA', {});
      await signIn.runPostAuthentication(app, user);
      return tokens(app, user, 'Authentication');
    },
    async respond(app, params) {
      const name = params.text('ChallengeName');
      const responses = params.map('ChallengeResponses');
      if (name === 'NEW_PASSWORD_REQUIRED') return withNewPassword(app, params, responses);
      if (name === 'SOFTWARE_TOKEN_MFA') return withCode(app, params, responses);
      throw invalidParameter(`not emulated: challenge ${name}`);
    },
  };
}
