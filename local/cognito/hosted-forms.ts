/** Handles the forms of the hosted UI. */
import { CognitoError, notAuthorized } from './errors.ts';
import type { PageName } from './hosted-pages.ts';
import { checkPolicy, hashPassword } from './passwords.ts';
import type { SignIn } from './sign-in.ts';
import { confirmForgotPassword, confirmSignUp, forgotPassword, resendCode, signUp } from './sign-up.ts';
import type { ClientOf, Core, User } from './state.ts';
import { findUser, touch, usersOf } from './users.ts';

/** Data that one page passes to the next. It stays on the server, so that no URL contains an e-mail address. */
export type PageTicket =
  | { readonly kind: 'username'; readonly username: string }
  | { readonly kind: 'temporaryPassword'; readonly sub: string };

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

  return {
    async login(of, form) {
      const username = field(form, 'username');
      const ticket: PageTicket = { kind: 'username', username };
      try {
        const user = await signIn.checkPassword(of, username, password(form));
        if (user.status === 'FORCE_CHANGE_PASSWORD')
          return { page: 'newPassword', ticket: { kind: 'temporaryPassword', sub: user.sub } };
        await signIn.signedIn(of, user);
        return { user };
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
      await signIn.signedIn(of, user);
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
      return user === undefined ? { page: 'login' } : { user };
    },
    async newPassword(of, form, ticket) {
      const user = ticket?.kind === 'temporaryPassword' ? usersOf(core, of.poolId)[ticket.sub] : undefined;
      if (user?.status !== 'FORCE_CHANGE_PASSWORD' || !user.enabled)
        throw notAuthorized('This page has expired. Please start again.');
      checkPolicy(of.pool, password(form));
      user.password = await hashPassword(password(form));
      user.status = 'CONFIRMED';
      touch(core, user);
      await signIn.signedIn(of, user);
      return { user };
    },
  };
}
