/**
 * Calls about two-step sign-in: Cognito's sign-in page asks for the password, and then for a code of an authenticator
 * app (decision 0091).
 */
import * as z from 'zod/mini';
import { PASSWORD_MAX_LENGTH } from './limits.ts';

const password = z.string().check(z.minLength(1), z.maxLength(PASSWORD_MAX_LENGTH));
const code = z.string().check(z.trim(), z.regex(/^\d{6}$/));
const message = z.object({ message: z.string() });

export const getSecondFactor = {
  method: 'GET',
  path: '/api/account/second-factor',
  query: z.object({}),
  response: z.object({
    isOn: z.boolean(),
    /** True for an administrator, where the deployment asks administrators for two-step sign-in. */
    isRequired: z.boolean(),
  }),
} as const;

/** Creates a secret for the authenticator app. Replaces an earlier secret. Switches nothing on yet. */
export const setUpSecondFactor = {
  method: 'POST',
  path: '/api/account/second-factor/setup',
  body: z.object({ password }),
  /** `secret` is in base32. */
  response: z.object({ secret: z.string() }),
} as const;

/** Switches two-step sign-in on, and ends all of the user's sign-ins, the caller's included. */
export const switchOnSecondFactor = {
  method: 'POST',
  path: '/api/account/second-factor/on',
  body: z.object({ password, code }),
  response: message,
} as const;

export const switchOffSecondFactor = {
  method: 'POST',
  path: '/api/account/second-factor/off',
  body: z.object({ password, code }),
  response: message,
} as const;
