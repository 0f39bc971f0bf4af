import { ButtonLink } from '../../../components/button.tsx';
import { Link } from '../../../components/link.tsx';
import type { Store } from '../../../lib/observable-store.ts';
import type { QuotaState } from '../state/quota-or-refusal.ts';
import { quotaCopy } from './copy.ts';
import { type LowQuota, useLowQuota } from './low-quota.ts';
import styles from './quota.module.css';
import { resetText } from './quota-reset-texts.ts';
import { useQuotaRefresh } from './refresh-quota.ts';
import { useIsForSale, useIsFree } from './use-is-free-and-for-sale.ts';

interface QuotaNotesProps {
  readonly quota: Store<QuotaState>;
  readonly email: string;
}

/** Shows nothing while the quota is unknown or not low, a line while it is low, and a panel when no message is left. */
export function QuotaNotes({ quota, email }: QuotaNotesProps) {
  const { low, now } = useLowQuota(quota);
  const isShown = low !== undefined;
  useQuotaRefresh(email, quota, isShown);
  const isFree = useIsFree(email, isShown);
  const isForSale = useIsForSale();
  if (!low) return null;
  const canUpgrade = isFree && isForSale;
  return low.left > 0 ? (
    <QuotaLine low={low} now={now} canUpgrade={canUpgrade} />
  ) : (
    <section className={styles.wall} aria-labelledby="quota-title" role="alert">
      <h2 id="quota-title">{quotaCopy.title}</h2>
      <p>
        {low.limit === undefined ? quotaCopy.usedUp : quotaCopy.used(low.limit)} {resetText(low, now)}{' '}
        {quotaCopy.kept}
      </p>
      {canUpgrade && (
        <ButtonLink kind="primary" to="/payment-page">
          {quotaCopy.upgrade}
        </ButtonLink>
      )}
    </section>
  );
}

export function GuestQuotaLine({ quota }: { readonly quota: Store<QuotaState> }) {
  const { low, now } = useLowQuota(quota);
  return low && <QuotaLine low={low} now={now} canUpgrade={false} />;
}

interface QuotaLineProps {
  readonly low: LowQuota;
  readonly now: number;
  readonly canUpgrade: boolean;
}

function QuotaLine({ low, now, canUpgrade }: QuotaLineProps) {
  return (
    <p className={styles.line}>
      <span>
        {low.limit !== undefined && quotaCopy.left(low.left, low.limit)} {resetText(low, now)}
      </span>
      {canUpgrade && <Link to="/payment-page">{quotaCopy.upgrade}</Link>}
    </p>
  );
}
