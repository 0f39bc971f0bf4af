/**
 * Revocation of ID tokens that have not expired yet (decision 0080). Tokens are revoked when a user logs out, signs out
 * another device, resets the password, switches on the second factor, or is deleted. An operator revokes tokens by
 * disabling a user, resetting a user's second factor or demoting an administrator.
 */
import { AppError } from '#contract/errors';
import { SIGN_IN_DAYS } from '#contract/limits';

/**
 * Largest number of seconds between the entry of the password and the issue of an accepted token: the life of a refresh
 * token. Without this limit, the hosted page's cookie could revive an ended sign-in after the mark that refuses the
 * sign-in (`Revocation` below) has expired.
 */
const OLDEST_SIGN_IN = SIGN_IN_DAYS * 86_400;

/** Facts about an ID token that are compared with its owner's revocation mark (`Revocation`). */
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
  /** Refuses the user's tokens that were issued up to this second. */
  readonly issuedUntil?: number;
  /** Refuses the user's tokens that name an administrator and were issued up to this second. */
  readonly adminUntil?: number;
  /** Refuses the tokens of these sign-ins, also renewed ones. */
  readonly sessions?: ReadonlySet<string>;
  /**
   * Refuses the tokens of all sign-ins up to this second, except the sign-ins in `kept` and `keptTimes`. The refused
   * tokens include renewed tokens, and tokens that the hosted page's cookie gets for a refused sign-in.
   */
  readonly othersUntil?: number;
  /** Ids of sign-ins that stay valid. */
  readonly kept?: ReadonlySet<string>;
  /**
   * Times of kept sign-ins. The hosted page's cookie signs in a new tab with a new id, but with the time at which the
   * cookie was set. So the new tab's sign-in stays valid, too.
   */
  readonly keptTimes?: ReadonlySet<number>;
  /**
   * Random id of the present `othersUntil`, `kept` and `keptTimes`. A caller that replaces these fields sees by the id
   * whether another call has replaced them since they were read. Absent in marks of earlier versions of the product.
   */
  readonly keptId?: string;
  /**
   * Identifies the password reset that wrote the mark. A reset that got no answer from Cognito has succeeded if its own
   * id is here.
   */
  readonly resetId?: string;
}

/** Reads the mark of an owner; undefined without one. */
export type ReadRevocation = (owner: string) => Promise<Revocation | undefined>;

/**
 * True if more than the life of a refresh token lies between the entry of the password and the issue of the token.
 * False when the time of the entry is unknown.
 */
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
 * Throws `session_expired` or `signed_out` if the token is refused (`refusalOf`). After `session_expired`, the client
 * renews its token: a demoted administrator gets a token without the group, and a user who was disabled or deleted gets
 * none. After `signed_out`, renewed tokens would be refused, too.
 */
export function assertNotRevoked(mark: Revocation | undefined, token: TokenFacts): void {
  const code = refusalOf(mark, token);
  if (code !== undefined) throw new AppError(code);
}
