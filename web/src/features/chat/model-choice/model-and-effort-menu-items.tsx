import type { ModelDetails } from '#contract/available-models';
import { LineIcon } from '../../../components/line-icon.tsx';
import { Link } from '../../../components/link.tsx';
import { commonCopy } from '../../../lib/common-and-sign-in-copy.ts';
import { useStore } from '../../../lib/observable-store.ts';
import { useIsForSale } from '../quota/use-is-free-and-for-sale.ts';
import { modelCopy } from './copy.ts';
import type { Catalogue } from './model-catalogue.ts';
import styles from './model-choice.module.css';

const CHECK = 'M5 13l4 4L19 7';
const LOCK = 'M7 11V8a5 5 0 0 1 10 0v3M6 11h12v9H6z';

interface NameWithHintProps {
  readonly name: string;
  /** Model behind the display name, shown on a second line. @default no such line */
  readonly trueModel?: string | undefined;
  readonly hint: string;
}

export function NameWithHint({ name, trueModel, hint }: NameWithHintProps) {
  return (
    <span className={styles.item}>
      <bdi className={styles.name}>{name}</bdi>
      {trueModel !== undefined && <bdi className={styles.hint}>{trueModel}</bdi>}
      <span className={styles.hint}>{hint}</span>
    </span>
  );
}

interface MenuChoiceProps extends NameWithHintProps {
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

export function MenuChoice({ isChosen, onChoose, ...names }: MenuChoiceProps) {
  return (
    <button type="button" role="menuitemradio" tabIndex={-1} aria-checked={isChosen} onClick={onChoose}>
      <Check />
      <NameWithHint {...names} />
    </button>
  );
}

/** Check mark. CSS shows it only in a checked item. */
export const Check = () => <LineIcon name="chosen" path={CHECK} size={18} />;

/** Menu item of a model outside the user's plan. Renders nothing if Premium does not include the model either. */
export const LockedModel = ({
  model: { displayName, trueModel, isUnavailable },
}: {
  readonly model: ModelDetails;
}) =>
  isUnavailable ? null : <LockedChoice name={displayName} trueModel={trueModel} hint={modelCopy.locked} />;

/** Menu item of a model or effort outside the user's plan. Links to the payment page if Premium is for sale. */
export function LockedChoice(names: NameWithHintProps) {
  const isForSale = useIsForSale();
  const icon = <LineIcon name="lock" path={LOCK} size={18} />;
  return isForSale ? (
    <Link to="/payment-page" role="menuitem" tabIndex={-1}>
      {icon}
      <NameWithHint {...names} />
    </Link>
  ) : (
    <button type="button" role="menuitem" tabIndex={-1} aria-disabled>
      {icon}
      <NameWithHint {...names} hint={modelCopy.notYours} />
    </button>
  );
}

export function CatalogueNote({ catalogue }: { readonly catalogue: Catalogue }) {
  const { phase, models } = useStore(catalogue.state);
  if (models.length > 0) return null;
  return phase === 'failed' ? (
    <>
      <p className={styles.note}>{modelCopy.failed}</p>
      <button type="button" role="menuitem" tabIndex={-1} onClick={() => void catalogue.refresh()}>
        {commonCopy.retry}
      </button>
    </>
  ) : (
    <p className={styles.note}>{modelCopy.loading}</p>
  );
}
