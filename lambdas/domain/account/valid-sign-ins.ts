/** Sign-ins of a user that have not ended. */
import { isRevoked, type Revocation, type TokenFacts } from '../../runtime/token-revocation.ts';
import { readRevocationConsistently } from '../../store/revocations.ts';
import { listSignIns, type SignIn } from '../../store/sign-ins.ts';

interface ValidSignIns {
  /** The last used first. */
  readonly signIns: readonly SignIn[];
  readonly mark: Revocation | undefined;
}

/** Reads the user's sign-ins whose tokens are accepted, and the mark that refuses the others. */
export async function readSignIns(owner: string, now: number): Promise<ValidSignIns> {
  const [all, mark] = await Promise.all([listSignIns(owner, now), readRevocationConsistently(owner)]);
  const signIns = all.filter((signIn) => !hasEnded(mark, signIn)).toSorted(byLastUse);
  return { signIns, mark };
}

/** Reads the sign-ins that stay when `ended` end, the caller's own first, then by last use; and the mark. */
export async function readKept(
  owner: string,
  { ended, caller }: { readonly ended: readonly string[]; readonly caller?: TokenFacts },
  now: number,
) {
  const { signIns, mark } = await readSignIns(owner, now);
  // A sign-in that is not listed, or that another device has ended since the call began, must be looked at itself.
  const own = caller?.session !== undefined && !isRevoked(mark, caller) ? [caller.session] : [];
  const sessions = new Set([...own, ...signIns.map(({ session }) => session)]);
  for (const session of ended) sessions.delete(session);
  return { sessions: [...sessions], mark };
}

/** True if the sign-in's newest known token is refused. A password reset and a ban also end its refresh token. */
const hasEnded = (mark: Revocation | undefined, { session, since, issuedAt }: SignIn): boolean =>
  isRevoked(mark, { session, signedInAt: since, issuedAt, isAdmin: false });

const byLastUse = (a: SignIn, b: SignIn): number =>
  compare(b.day, a.day) || b.issuedAt - a.issuedAt || b.since - a.since;

export const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
