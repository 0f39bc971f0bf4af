import { ButtonLink } from '../../../components/button.tsx';
import { Link } from '../../../components/link.tsx';
import type { Store } from '../../../lib/store.ts';
import type { QuotaState } from '../state/conversation/delivery.ts';
import { quotaCopy } from './copy.ts';
import styles from './quota.module.css';
import type { QuotaView } from './quota-view.ts';
import { resetText, useQuotaView } from './quota-view.ts';
import { useIsForSale, useIsFree, useQuotaOf } from './use-quota.ts';

interface QuotaNotesProps {
  readonly quota: Store<QuotaState>;
  readonly email: string;
}

/** Notes of what is left of the user's day, once that is little; and what to do when nothing is. */
export function QuotaNotes({ quota, email }: QuotaNotesProps) {
  const { view, now } = useQuotaView(quota);
  const isShown = view !== undefined;
  useQuotaOf(email, quota, isShown);
  const isFree = useIsFree(email, isShown);
  const isForSale = useIsForSale();
  if (!view) return null;
  const canUpgrade = isFree && isForSale;
  return view.left > 0 ? (
    <QuotaLine view={view} now={now} canUpgrade={canUpgrade} />
  ) : (
    <section className={styles.wall} aria-labelledby="quota-title" role="alert">
      <h2 id="quota-title">{quotaCopy.title}</h2>
      <p>
        {view.limit === undefined ? quotaCopy.usedUp : quotaCopy.used(view.limit)} {resetText(view, now)}{' '}
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

/** Line that tells what is left of a guest's day; when nothing is, the guest's screen says so itself. */
export function GuestQuotaLine({ quota }: { readonly quota: Store<QuotaState> }) {
  const { view, now } = useQuotaView(quota);
  return view && <QuotaLine view={view} now={now} canUpgrade={false} />;
}

interface QuotaLineProps {
  readonly view: QuotaView;
  readonly now: number;
  readonly canUpgrade: boolean;
}

function QuotaLine({ view, now, canUpgrade }: QuotaLineProps) {
  return (
    <p className={styles.line}>
      <span>
        {view.limit !== undefined && quotaCopy.left(view.left, view.limit)} {resetText(view, now)}
      </span>
      {canUpgrade && <Link to="/payment-page">{quotaCopy.upgrade}</Link>}
    </p>
  );
}
