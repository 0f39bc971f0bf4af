/**
 * Revocation of ID tokens that have not expired yet: after a logout or a password reset, after a user was disabled or
 * deleted, and after an administrator was demoted (decision 0080).
 */
import { AppError } from '#contract/errors';

/** Facts about an ID token that are compared with its owner's mark. */
export interface TokenFacts {
  /** `iat`, in Unix seconds. 0 when unknown, so that `issuedUntil` always refuses the token. */
  readonly issuedAt: number;
  /** `origin_jti`: identifies the sign-in, and all tokens that were renewed from it. */
  readonly session: string | undefined;
  readonly isAdmin: boolean;
}

/** Mark of an owner, which names the tokens that are refused. */
export interface Revocation {
  /** Refuses the user's tokens that were issued up to this second. */
  readonly issuedUntil?: number;
  /** Refuses the user's tokens that name an administrator and were issued up to this second. */
  readonly adminUntil?: number;
  /** Refuses the tokens of these sign-ins. */
  readonly sessions?: ReadonlySet<string>;
  /** Identifies the password reset that wrote the mark, so that its call recognises its effect. */
  readonly resetId?: string;
}

/** Reads the mark of an owner; undefined without one. */
export type ReadRevocation = (owner: string) => Promise<Revocation | undefined>;

export function isRevoked(mark: Revocation | undefined, token: TokenFacts): boolean {
  if (mark === undefined) return false;
  const { issuedUntil = -1, adminUntil = -1, sessions } = mark;
  if (token.issuedAt <= issuedUntil || (token.isAdmin && token.issuedAt <= adminUntil)) return true;
  return token.session !== undefined && sessions?.has(token.session) === true;
}

/**
 * Throws `session_expired` if the mark refuses the token. The client then renews its token. A demoted administrator
 * gets one without the group; a user who logged out, was disabled or deleted gets none.
 */
export function assertNotRevoked(mark: Revocation | undefined, token: TokenFacts): void {
  if (isRevoked(mark, token)) throw new AppError('session_expired');
}
