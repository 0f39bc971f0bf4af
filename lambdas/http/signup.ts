/** HTTP handler of the sign-up call. */
import { signUp } from '../domain/signup/sign-up.ts';
import { visitorHandler } from '../runtime/http-handler.ts';

export const handler = visitorHandler({ signup: ({ body, caller }) => signUp(body, caller) });
