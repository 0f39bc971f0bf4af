import { isRevoked, type Revocation, type TokenFacts } from '../../runtime/token-revocation.ts';
import { readRevocationConsistently } from '../../store/revocations.ts';
import { listSignIns, type SignIn } from '../../store/sign-ins.ts';

interface ValidSignIns {
  /** Sorted by their last use, newest first. */
  readonly signIns: readonly SignIn[];
  readonly mark: Revocation | undefined;
}

export async function readValidSignIns(owner: string, now: number): Promise<ValidSignIns> {
  const [all, mark] = await Promise.all([listSignIns(owner, now), readRevocationConsistently(owner)]);
  const signIns = all.filter((signIn) => !hasEnded(mark, signIn)).toSorted(byLastUse);
  return { signIns, mark };
}

/**
 * Reads the revocation mark, and the ids (`origin_jti` of the tokens) of all valid sign-ins that are not in `ended`.
 * The caller's own sign-in comes first. The others are sorted by their last use, newest first.
 */
export async function readRemainingSessions(
  owner: string,
  { ended, caller }: { readonly ended: readonly string[]; readonly caller?: TokenFacts },
  now: number,
) {
  const { signIns, mark } = await readValidSignIns(owner, now);
  // The list lacks the caller's sign-in if the write of its row failed. The sign-in is therefore added here, unless the
  // mark refuses the caller's token: another device may have ended the caller's sign-in since the call began.
  const own = caller?.session !== undefined && !isRevoked(mark, caller) ? [caller.session] : [];
  const sessions = new Set([...own, ...signIns.map(({ session }) => session)]);
  for (const session of ended) sessions.delete(session);
  return { sessions: [...sessions], mark };
}

/**
 * True if the mark refuses the newest known token of a sign-in. The sign-in has then ended, because its client gets no
 * other token that is accepted. Either the mark also refuses renewed tokens, or Cognito has revoked the refresh token
 * (`end-sign-ins-and-access.ts`).
 */
const hasEnded = (mark: Revocation | undefined, { session, since, issuedAt }: SignIn): boolean =>
  isRevoked(mark, { session, signedInAt: since, issuedAt, isAdmin: false });

const byLastUse = (a: SignIn, b: SignIn): number =>
  compareText(b.day, a.day) || b.issuedAt - a.issuedAt || b.since - a.since;

export const compareText = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
