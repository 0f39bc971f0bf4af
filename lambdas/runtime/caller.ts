/**
 * Caller: the one guard of every authenticated entry (docs/architecture.md 5). A user is known by the `sub`
 * of the verified ID token; the e-mail on the wire must be the token's own.
 */
import { AppError } from '#contract/errors';

export interface UserCaller {
  readonly kind: 'user';
  /** `sub` of the ID token: the owner key of everything that is theirs. */
  readonly owner: string;
  readonly email: string;
  readonly name: string | undefined;
  readonly isAdmin: boolean;
}
export interface GuestCaller {
  readonly kind: 'guest';
  /** Hash of the viewer's address, for limits. */
  readonly address: string;
}
export type Caller = UserCaller | GuestCaller;
/** Anybody, on the pages for everybody. */
export interface VisitorCaller {
  readonly kind: 'visitor';
  /** Hash of the viewer's address, for limits. */
  readonly address: string;
}

const ADMINS = 'admins';

/** The claims of an ID token that the product reads, as strings. */
export interface Claims {
  readonly [claim: string]: unknown;
}

/** The user of verified ID-token claims; refuses other kinds of token and unverified e-mail. */
export function userOf(claims: Claims, now = Date.now()): UserCaller {
  const { sub, email, exp } = claims;
  if (claims.token_use !== 'id' || typeof sub !== 'string' || typeof email !== 'string')
    throw new AppError('unauthorized');
  if (String(claims.email_verified) !== 'true') throw new AppError('unauthorized');
  if (!(Number(exp) * 1000 > now)) throw new AppError('session_expired');
  return {
    kind: 'user',
    owner: sub,
    email,
    name: typeof claims.name === 'string' ? claims.name : undefined,
    isAdmin: groupsOf(claims['cognito:groups']).includes(ADMINS),
  };
}

/** A group list as a token has it (array) or as API Gateway renders it (`[a b]`, `a,b`). */
export function groupsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(String);
  if (typeof value !== 'string') return [];
  return value
    .replace(/^\[|\]$/g, '')
    .split(/[\s,]+/)
    .filter(Boolean);
}

/** As `userOf`, for members of the administrators' group alone. */
export function adminOf(claims: Claims, now = Date.now()): UserCaller {
  const caller = userOf(claims, now);
  if (!caller.isAdmin) throw new AppError('forbidden');
  return caller;
}

/** Throws `forbidden` unless `email` is the caller's own, ignoring case. */
export function assertSelf(caller: UserCaller, email: string | undefined): void {
  if (email === undefined || email.trim().toLowerCase() !== caller.email.toLowerCase())
    throw new AppError('forbidden');
}
