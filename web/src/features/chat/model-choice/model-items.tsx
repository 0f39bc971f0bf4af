import type { ModelDetails } from '#contract/subscription';
import { LineIcon } from '../../../components/line-icon.tsx';
import { Link } from '../../../components/link.tsx';
import { useIsForSale } from '../quota/upgrade-offer.ts';
import { modelCopy } from './copy.ts';
import styles from './model-choice.module.css';

const LOCK = 'M7 11V8a5 5 0 0 1 10 0v3M6 11h12v9H6z';

interface ModelNameProps {
  readonly name: string;
  readonly hint: string;
}

/** A model's name with a hint below it. */
export function ModelName({ name, hint }: ModelNameProps) {
  return (
    <span className={styles.item}>
      <bdi className={styles.name}>{name}</bdi>
      <span className={styles.hint}>{hint}</span>
    </span>
  );
}

/** Menu item of a model that the user's plan does not include. Links to the payment page if Premium is for sale. */
export function LockedModel({ model: { displayName } }: { readonly model: ModelDetails }) {
  const isForSale = useIsForSale();
  const icon = <LineIcon name="lock" path={LOCK} size={18} />;
  return isForSale ? (
    <Link to="/payment-page" role="menuitem" tabIndex={-1}>
      {icon}
      <ModelName name={displayName} hint={modelCopy.locked} />
    </Link>
  ) : (
    <button type="button" role="menuitem" tabIndex={-1} aria-disabled>
      {icon}
      <ModelName name={displayName} hint={modelCopy.notYours} />
    </button>
  );
}
