/** Pages of the emulator of Cognito's hosted UI. */
import { type Html, html } from '../outbox/html-template-tag.ts';
import { type Field, type Form, formPage, page } from './hosted-page-template.ts';

const EMAIL: Field = { name: 'username', label: 'Email', type: 'email', autocomplete: 'username' };
const PASSWORD: Field = {
  name: 'password',
  label: 'Password',
  type: 'password',
  autocomplete: 'current-password',
};
const NEW_PASSWORD: Field = { ...PASSWORD, label: 'New password', autocomplete: 'new-password' };
const CODE: Field = { name: 'code', label: 'Verification code', type: 'text', autocomplete: 'one-time-code' };

export type PageName =
  | 'login'
  | 'signup'
  | 'confirmUser'
  | 'forgotPassword'
  | 'confirmForgotPassword'
  | 'newPassword'
  | 'mfa';

export const PAGES: Readonly<Record<PageName, (brand: string, form: Form) => Html>> = {
  login: (brand, form) =>
    formPage(
      brand,
      { title: 'Sign in', button: 'Sign in' },
      '/login',
      form,
      [{ ...EMAIL, value: form.email }, PASSWORD],
      html`<nav><a href="/forgotPassword?${form.query}">Forgot your password?</a>
        <a href="/signup?${form.query}">Sign up</a></nav>`,
    ),
  signup: (brand, form) =>
    formPage(
      brand,
      { title: 'Sign up', button: 'Sign up' },
      '/signup',
      form,
      [
        { ...EMAIL, value: form.email },
        { ...PASSWORD, autocomplete: 'new-password' },
      ],
      html`<nav><a href="/login?${form.query}">Already have an account? Sign in</a></nav>`,
    ),
  confirmUser: (brand, form) =>
    formPage(
      brand,
      {
        title: 'Confirm your account',
        button: 'Confirm account',
        intro: 'We have sent a code by email. Enter it below to confirm your account.',
      },
      '/confirmUser',
      form,
      [CODE],
      html`<form method="post" action="/resend?${form.query}" class="plain">
        <input type="hidden" name="_csrf" value="${form.csrf}">
        <input type="hidden" name="ticket" value="${form.ticket}">
        <button type="submit" class="link">Send another code</button></form>`,
    ),
  forgotPassword: (brand, form) =>
    formPage(
      brand,
      {
        title: 'Forgot your password?',
        button: 'Reset my password',
        intro: 'Enter your email and we will send a code to reset your password.',
      },
      '/forgotPassword',
      form,
      [{ ...EMAIL, value: form.email }],
      html`<nav><a href="/login?${form.query}">Back to sign in</a></nav>`,
    ),
  confirmForgotPassword: (brand, form) =>
    formPage(
      brand,
      {
        title: 'Change your password',
        button: 'Change password',
        intro: 'If there is an account with that email, we have sent it a code.',
      },
      '/confirmForgotPassword',
      form,
      [CODE, NEW_PASSWORD],
    ),
  newPassword: (brand, form) =>
    formPage(
      brand,
      {
        title: 'Set a new password',
        button: 'Set password',
        intro: 'Your password was temporary. Choose one of your own to go on.',
      },
      '/newPassword',
      form,
      [NEW_PASSWORD],
    ),
  mfa: (brand, form) =>
    formPage(
      brand,
      {
        title: 'Enter your code',
        button: 'Sign in',
        intro: 'Enter the code from your authenticator app.',
      },
      '/mfa',
      form,
      [{ ...CODE, label: 'Code' }],
    ),
};

export const isPageName = (name: string): name is PageName => Object.hasOwn(PAGES, name);

/** `code` must be one of `ERRORS` in `hosted-ui.ts`, never text from the request. */
export const errorPage = (brand: string, code: string): Html =>
  page(
    brand,
    'Something went wrong',
    html`<p>The page that sent you here asked for something that is not allowed.</p><p class="hint">${code}</p>`,
  );
