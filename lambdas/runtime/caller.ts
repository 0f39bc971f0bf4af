/** Kinds of callers, and the check of a user's claims (docs/architecture.md 5). */
import { ADMINS } from '#contract/admin-group';
import { AppError } from '#contract/error-codes';
import { wordedError } from '#contract/server-worded-errors';
import type { TokenFacts } from './token-revocation.ts';

export interface UserCaller extends TokenFacts {
  readonly kind: 'user';
  /** `sub` of the ID token: the owner key of all the user's data. */
  readonly owner: string;
  readonly email: string;
  readonly name: string | undefined;
}
export interface GuestCaller {
  readonly kind: 'guest';
  /** Hash of the guest's network address. */
  readonly address: string;
}
/** Caller of a socket event: a handshake or a frame. */
export type Caller = UserCaller | GuestCaller;
/** Caller of the public HTTP calls, which need no sign-in. */
export interface VisitorCaller {
  readonly kind: 'visitor';
  /** Hash of the visitor's network address. */
  readonly address: string;
}

/** Claims of a verified token, which need not be an ID token. */
export interface Claims {
  readonly [claim: string]: unknown;
}

/**
 * @throws AppError `unauthorized` if the token is not an ID token, has no `sub`, or has no verified e-mail address;
 * `session_expired` for an expired token
 */
export function userOf(claims: Claims, now = Date.now()): UserCaller {
  const { sub, email, exp, iat, auth_time: signedInAt, origin_jti: session } = claims;
  if (claims.token_use !== 'id' || typeof sub !== 'string' || typeof email !== 'string')
    throw wordedError('unauthorized');
  if (String(claims.email_verified) !== 'true') throw wordedError('unauthorized');
  if (!(Number(exp) * 1000 > now)) throw wordedError('session_expired');
  return {
    kind: 'user',
    owner: sub,
    email,
    name: typeof claims.name === 'string' ? claims.name : undefined,
    isAdmin: groupsOf(claims['cognito:groups']).includes(ADMINS),
    issuedAt: Number(iat) || 0,
    signedInAt: Number(signedInAt) || 0,
    session: typeof session === 'string' ? session : undefined,
  };
}

/**
 * Parses a list of groups. A token contains the list as an array. The HTTP API passes the list to a function as the
 * string `[a b]`. The socket's authorizer passes the list as the string `a,b`.
 */
export function groupsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(String);
  if (typeof value !== 'string') return [];
  return value
    .replace(/^\[|\]$/g, '')
    .split(/[\s,]+/)
    .filter(Boolean);
}

/** Like `userOf`, but throws `forbidden` for a user who is no administrator. */
export function adminOf(claims: Claims, now = Date.now()): UserCaller {
  const caller = userOf(claims, now);
  if (!caller.isAdmin) throw new AppError('forbidden');
  return caller;
}

/** Throws `forbidden` if `email` is not the caller's e-mail address. Ignores case, and spaces around `email`. */
export function assertSelf(caller: UserCaller, email: string | undefined): void {
  if (email === undefined || email.trim().toLowerCase() !== caller.email.toLowerCase())
    throw new AppError('forbidden');
}
