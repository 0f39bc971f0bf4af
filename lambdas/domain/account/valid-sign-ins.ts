/** Reads the sign-ins of a user whose tokens are still accepted. */
import { isRevoked, type Revocation, type TokenFacts } from '../../runtime/token-revocation.ts';
import { readRevocationConsistently } from '../../store/revocations.ts';
import { listSignIns, type SignIn } from '../../store/sign-ins.ts';

interface ValidSignIns {
  /** The last used first. */
  readonly signIns: readonly SignIn[];
  /** Revocation mark that was read together with the sign-ins. It refuses none of them. */
  readonly mark: Revocation | undefined;
}

export async function readValidSignIns(owner: string, now: number): Promise<ValidSignIns> {
  const [all, mark] = await Promise.all([listSignIns(owner, now), readRevocationConsistently(owner)]);
  const signIns = all.filter((signIn) => !hasEnded(mark, signIn)).toSorted(byLastUse);
  return { signIns, mark };
}

/**
 * Reads the sessions that stay when those in `ended` end, and the revocation mark. The caller's own session is the first,
 * the others follow by last use.
 */
export async function readRemainingSessions(
  owner: string,
  { ended, caller }: { readonly ended: readonly string[]; readonly caller?: TokenFacts },
  now: number,
) {
  const { signIns, mark } = await readValidSignIns(owner, now);
  // The caller's sign-in may not be listed yet, and another device may have ended it since the call began. So the caller's
  // own token is compared with the mark.
  const own = caller?.session !== undefined && !isRevoked(mark, caller) ? [caller.session] : [];
  const sessions = new Set([...own, ...signIns.map(({ session }) => session)]);
  for (const session of ended) sessions.delete(session);
  return { sessions: [...sessions], mark };
}

/**
 * True if the sign-in's newest known token is refused. The sign-in then gets no newer token that is accepted, because a
 * password reset and a ban also end its refresh token.
 */
const hasEnded = (mark: Revocation | undefined, { session, since, issuedAt }: SignIn): boolean =>
  isRevoked(mark, { session, signedInAt: since, issuedAt, isAdmin: false });

const byLastUse = (a: SignIn, b: SignIn): number =>
  compareText(b.day, a.day) || b.issuedAt - a.issuedAt || b.since - a.since;

export const compareText = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
