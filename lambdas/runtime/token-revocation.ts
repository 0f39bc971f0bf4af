/** Revocation of ID tokens that have not expired yet (decision 0080). */

import { SIGN_IN_DAYS } from '#contract/limits';
import { wordedError } from '#contract/server-worded-errors';

/**
 * Lifetime of a refresh token, in seconds. An ID token is refused if it was issued more than this time after the user
 * entered the password. Without this limit, an ended sign-in could come back: once its revocation mark has expired, a
 * browser with the cookie of Cognito's hosted page could get new tokens.
 */
const OLDEST_SIGN_IN = SIGN_IN_DAYS * 86_400;

/** Facts about an ID token that are compared with its owner's `Revocation`. */
export interface TokenFacts {
  /** `iat`, in Unix seconds. 0 when unknown, so that any mark with `issuedUntil` refuses the token. */
  readonly issuedAt: number;
  /** `auth_time`, in Unix seconds: the time of the sign-in, which renewed tokens keep. 0 when unknown. */
  readonly signedInAt: number;
  /** `origin_jti`: identifies the sign-in, and all tokens that were renewed from it. */
  readonly session: string | undefined;
  readonly isAdmin: boolean;
}

/** Mark of an owner, which names the tokens that are refused. */
export interface Revocation {
  /** Refuses tokens that were issued up to this Unix second. */
  readonly issuedUntil?: number;
  /** Refuses tokens that name an administrator and were issued up to this Unix second. */
  readonly adminUntil?: number;
  /** Refuses the tokens of these sign-ins, also renewed ones. */
  readonly sessions?: ReadonlySet<string>;
  /** Refuses all sign-ins up to this second, also their renewed tokens, except `kept` and `keptTimes`. */
  readonly othersUntil?: number;
  /** Ids of sign-ins that stay valid. */
  readonly kept?: ReadonlySet<string>;
  /**
   * Times (`auth_time`) of kept sign-ins. When the hosted page's cookie signs in a new tab, the tab's tokens have a new
   * `origin_jti`, which is not in `kept`. The tokens still have the `auth_time` of the sign-in that set the cookie.
   */
  readonly keptTimes?: ReadonlySet<number>;
  /**
   * Random id that changes with `othersUntil`, `kept` and `keptTimes`, so that a caller detects a concurrent change.
   * Absent in marks without these fields, and in marks of earlier versions.
   */
  readonly keptId?: string;
  /**
   * Identifies the password reset after which the trigger PostConfirmation wrote the mark. A reset that got no answer
   * from Cognito has succeeded if its id is here.
   */
  readonly resetId?: string;
}

export type ReadRevocation = (owner: string) => Promise<Revocation | undefined>;

/** True if the password was entered too long before the token's issue; false if `signedInAt` is unknown. */
export const isTooOld = ({ issuedAt, signedInAt }: TokenFacts): boolean =>
  signedInAt > 0 && issuedAt - signedInAt > OLDEST_SIGN_IN;

/** Returns the code with which a token is refused; undefined for a token that is accepted. */
export function refusalOf(
  mark: Revocation | undefined,
  token: TokenFacts,
): 'signed_out' | 'session_expired' | undefined {
  if (isTooOld(token)) return 'signed_out';
  if (mark === undefined) return undefined;
  const { issuedAt, signedInAt, session, isAdmin } = token;
  const { issuedUntil = -1, adminUntil = -1, othersUntil = -1 } = mark;
  const isIn = (set: ReadonlySet<string> | undefined) => session !== undefined && set?.has(session) === true;
  if (isIn(mark.sessions)) return 'signed_out';
  const isKept = isIn(mark.kept) || mark.keptTimes?.has(signedInAt) === true;
  if (signedInAt <= othersUntil && !isKept) return 'signed_out';
  if (issuedAt <= issuedUntil || (isAdmin && issuedAt <= adminUntil)) return 'session_expired';
  return undefined;
}

export const isRevoked = (mark: Revocation | undefined, token: TokenFacts): boolean =>
  refusalOf(mark, token) !== undefined;

/**
 * @throws AppError `session_expired` when the client should renew its token; `signed_out` when a renewed token would be
 * refused, too
 */
export function assertNotRevoked(mark: Revocation | undefined, token: TokenFacts): void {
  const code = refusalOf(mark, token);
  if (code !== undefined) throw wordedError(code);
}
