import * as routes from '#contract/signup-and-password-reset';
import { resetPassword } from '../domain/signup/reset-password.ts';
import { signUp } from '../domain/signup/sign-up.ts';
import { visitorHandler } from '../runtime/http-handler.ts';

export const handler = visitorHandler(routes, {
  signup: ({ body, caller }) => signUp(body, caller),
  resetPassword: ({ body, caller }) => resetPassword(body, caller),
});
