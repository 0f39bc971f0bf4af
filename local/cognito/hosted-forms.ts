/** Handles the forms of the hosted UI. */

import { CognitoError, notAuthorized } from './errors.ts';
import type { PageName } from './hosted-pages.ts';
import { needsCode, takeTotpCode } from './mfa/software-tokens.ts';
import { CHALLENGE_MS } from './password-flow.ts';
import { checkPolicy, hashPassword } from './passwords.ts';
import type { SignIn } from './sign-in.ts';
import { confirmForgotPassword, confirmSignUp, forgotPassword, resendCode, signUp } from './sign-up.ts';
import type { ClientOf, Core, User } from './state.ts';
import { findUser, touch, usersOf } from './users.ts';

/** Data that one page passes to the next. It stays on the server, so that no URL contains an e-mail address. */
export type PageTicket =
  | { readonly kind: 'username'; readonly username: string }
  | { readonly kind: 'temporaryPassword'; readonly sub: string }
  /** `until`: Unix milliseconds from which no code is accepted any more. */
  | { readonly kind: 'secondFactor'; readonly sub: string; readonly until: number };

/** Result of a form: the user is signed in, or another page follows. */
export type Outcome = { readonly user: User } | { readonly page: PageName; readonly ticket?: PageTicket };

type FormHandler = (of: ClientOf, form: URLSearchParams, ticket: PageTicket | undefined) => Promise<Outcome>;
export type FormHandlers = Readonly<Record<PageName | 'resend', FormHandler>>;

/** Creates the forms' handlers. Each may throw a CognitoError, whose message the page shows. */
export function formHandlers(core: Core, signIn: SignIn): FormHandlers {
  const field = (form: URLSearchParams, name: string) => form.get(name)?.trim() ?? '';
  const password = (form: URLSearchParams) => form.get('password') ?? '';
  const usernameOf = (ticket: PageTicket | undefined): string => {
    if (ticket?.kind !== 'username') throw notAuthorized('This page has expired. Please start again.');
    return ticket.username;
  };

  const codePage = ({ sub }: User): Outcome => ({
    page: 'mfa',
    ticket: { kind: 'secondFactor', sub, until: core.now() + CHALLENGE_MS },
  });
  /** Handles a correct password: asks for the code of the authenticator app if the user has one, or else signs in. */
  async function askCodeOrSignIn(of: ClientOf, user: User): Promise<Outcome> {
    if (needsCode(of.pool, user)) return codePage(user);
    await signIn.runPostAuthentication(of, user);
    return { user };
  }

  return {
    async login(of, form) {
      const username = field(form, 'username');
      const ticket: PageTicket = { kind: 'username', username };
      try {
        const user = await signIn.checkPassword(of, username, password(form));
        if (user.status === 'FORCE_CHANGE_PASSWORD')
          return { page: 'newPassword', ticket: { kind: 'temporaryPassword', sub: user.sub } };
        return await askCodeOrSignIn(of, user);
      } catch (error) {
        if (!(error instanceof CognitoError) || error.name !== 'UserNotConfirmedException') throw error;
        await resendCode(core, of, username);
        return { page: 'confirmUser', ticket };
      }
    },
    async signup(of, form) {
      const username = field(form, 'username');
      try {
        const { user } = await signUp(core, of, { username, password: password(form), attributes: {} });
        if (user.status === 'CONFIRMED') return { user };
      } catch (error) {
        if (error instanceof CognitoError && error.name === 'UsernameExistsException')
          throw new CognitoError(error.name, 'An account with the given email already exists.');
        throw error;
      }
      return { page: 'confirmUser', ticket: { kind: 'username', username } };
    },
    async confirmUser(of, form, ticket) {
      const user = await confirmSignUp(core, of, usernameOf(ticket), field(form, 'code'));
      await signIn.runPostAuthentication(of, user);
      return { user };
    },
    async resend(of, _form, ticket) {
      const username = usernameOf(ticket);
      await resendCode(core, of, username);
      return { page: 'confirmUser', ticket: { kind: 'username', username } };
    },
    async forgotPassword(of, form) {
      const username = field(form, 'username');
      await forgotPassword(core, of, username);
      return { page: 'confirmForgotPassword', ticket: { kind: 'username', username } };
    },
    async confirmForgotPassword(of, form, ticket) {
      const username = usernameOf(ticket);
      await confirmForgotPassword(core, of, {
        username,
        password: password(form),
        code: field(form, 'code'),
      });
      const user = findUser(core, of.poolId, username);
      if (user === undefined) return { page: 'login' };
      return needsCode(of.pool, user) ? codePage(user) : { user };
    },
    async newPassword(of, form, ticket) {
      const user = ticket?.kind === 'temporaryPassword' ? usersOf(core, of.poolId)[ticket.sub] : undefined;
      if (user?.status !== 'FORCE_CHANGE_PASSWORD' || !user.enabled)
        throw notAuthorized('This page has expired. Please start again.');
      checkPolicy(of.pool, password(form));
      user.password = await hashPassword(password(form));
      user.status = 'CONFIRMED';
      touch(core, user);
      return askCodeOrSignIn(of, user);
    },
    async mfa(of, form, ticket) {
      const sub = ticket?.kind === 'secondFactor' && ticket.until > core.now() ? ticket.sub : '';
      const user = usersOf(core, of.poolId)[sub];
      if (!user?.enabled) throw notAuthorized('Invalid session for the user, session is expired.');
      takeTotpCode(core, user, field(form, 'code'));
      await signIn.runPostAuthentication(of, user);
      return { user };
    },
  };
}
