import type { SignIn } from './check-password-or-code.ts';
import type { AppClient, Core, User } from './cognito-core-and-state.ts';
import { CognitoError, notAuthorized } from './cognito-errors.ts';
import type { PageName } from './hosted-pages.ts';
import { needsCode } from './mfa/software-tokens.ts';
import { CHALLENGE_MS } from './password-sign-in-and-challenges.ts';
import { checkPolicy, hashPassword } from './passwords.ts';
import {
  confirmForgotPassword,
  confirmSignUp,
  forgotPassword,
  resendCode,
  signUp,
} from './sign-up-and-recovery.ts';
import { findUser, touch, usersOf } from './users.ts';

/** Data that one page passes to the next. It stays on the server, so that no URL contains an e-mail address. */
export type PageTicket =
  | { readonly kind: 'username'; readonly username: string }
  | { readonly kind: 'temporaryPassword'; readonly sub: string }
  /** `until`: Unix milliseconds from which no code is accepted any more. */
  | { readonly kind: 'secondFactor'; readonly sub: string; readonly until: number };

export type Outcome = { readonly user: User } | { readonly page: PageName; readonly ticket?: PageTicket };

type FormHandler = (
  app: AppClient,
  form: URLSearchParams,
  ticket: PageTicket | undefined,
) => Promise<Outcome>;
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
  async function askCodeOrSignIn(app: AppClient, user: User): Promise<Outcome> {
    if (needsCode(app.pool, user)) return codePage(user);
    await signIn.runPostAuthentication(app, user);
    return { user };
  }

  return {
    async login(app, form) {
      const username = field(form, 'username');
      const ticket: PageTicket = { kind: 'username', username };
      try {
        const user = await signIn.checkPassword(app, username, password(form));
        if (user.status === 'FORCE_CHANGE_PASSWORD')
          return { page: 'newPassword', ticket: { kind: 'temporaryPassword', sub: user.sub } };
        return await askCodeOrSignIn(app, user);
      } catch (error) {
        if (!(error instanceof CognitoError) || error.name !== 'UserNotConfirmedException') throw error;
        await resendCode(core, app, username);
        return { page: 'confirmUser', ticket };
      }
    },
    async signup(app, form) {
      const username = field(form, 'username');
      try {
        const { user } = await signUp(core, app, { username, password: password(form), attributes: {} });
        if (user.status === 'CONFIRMED') return { user };
      } catch (error) {
        if (error instanceof CognitoError && error.name === 'UsernameExistsException')
          throw new CognitoError(error.name, 'An account with the given email already exists.');
        throw error;
      }
      return { page: 'confirmUser', ticket: { kind: 'username', username } };
    },
    async confirmUser(app, form, ticket) {
      const user = await confirmSignUp(core, app, usernameOf(ticket), field(form, 'code'));
      await signIn.runPostAuthentication(app, user);
      return { user };
    },
    async resend(app, _form, ticket) {
      const username = usernameOf(ticket);
      await resendCode(core, app, username);
      return { page: 'confirmUser', ticket: { kind: 'username', username } };
    },
    async forgotPassword(app, form) {
      const username = field(form, 'username');
      await forgotPassword(core, app, username);
      return { page: 'confirmForgotPassword', ticket: { kind: 'username', username } };
    },
    async confirmForgotPassword(app, form, ticket) {
      const username = usernameOf(ticket);
      await confirmForgotPassword(core, app, {
        username,
        password: password(form),
        code: field(form, 'code'),
      });
      const user = findUser(core, app.poolId, username);
      if (user === undefined) return { page: 'login' };
      return needsCode(app.pool, user) ? codePage(user) : { user };
    },
    async newPassword(app, form, ticket) {
      const user = ticket?.kind === 'temporaryPassword' ? usersOf(core, app.poolId)[ticket.sub] : undefined;
      if (user?.status !== 'FORCE_CHANGE_PASSWORD' || !user.enabled)
        throw notAuthorized('This page has expired. Please start again.');
      checkPolicy(app.pool, password(form));
      user.password = await hashPassword(password(form));
      user.status = 'CONFIRMED';
      touch(core, user);
      return askCodeOrSignIn(app, user);
    },
    async mfa(app, form, ticket) {
      const sub = ticket?.kind === 'secondFactor' && ticket.until > core.now() ? ticket.sub : '';
      const user = usersOf(core, app.poolId)[sub];
      if (!user?.enabled) throw notAuthorized('Invalid session for the user, session is expired.');
      signIn.checkCode(user, field(form, 'code'));
      await signIn.runPostAuthentication(app, user);
      return { user };
    },
  };
}
