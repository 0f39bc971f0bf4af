/** Facts that a sign-up decides by, and the ports it acts on. */
import type { PoolAccount } from '../../runtime/signup-pool.ts';
import type { InviteItem, RedemptionItem } from '../../store/invite-items.ts';
import type { ReservationItem } from '../../store/invites.ts';

export interface Request {
  readonly email: string;
  readonly name: string;
  readonly password: string;
  /** As `canonicalCode` makes it. */
  readonly code: string;
}

/** How things stand at one moment. */
export interface Facts {
  readonly email: string;
  readonly code: string;
  /** Milliseconds. */
  readonly now: number;
  readonly invite: InviteItem | undefined;
  /** Which code opened this address's account. */
  readonly redemption: RedemptionItem | undefined;
  readonly reservation: ReservationItem | undefined;
  readonly account: PoolAccount | undefined;
  /** True when the account was made by this very request. */
  readonly isMade: boolean;
}

/** The database and the user pool, as the domain needs them. */
export interface Ports {
  readonly store: typeof import('../../store/invites.ts') & typeof import('../../store/invites-signup.ts');
  readonly pool: typeof import('../../runtime/signup-pool.ts') &
    Pick<typeof import('../../runtime/cognito.ts'), 'removeUser'>;
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<unknown>;
}
