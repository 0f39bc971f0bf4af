import { useEffect } from 'react';
import { LineIcon } from '../../../components/line-icon.tsx';
import { Menu } from '../../../components/menu.tsx';
import { commonCopy } from '../../../lib/copy.ts';
import { useStore } from '../../../lib/store.ts';
import type { Choice } from './choice.ts';
import { modelCopy } from './copy.ts';
import type { Catalogue } from './model-catalogue.ts';
import styles from './model-choice.module.css';
import { LockedModel, ModelName } from './model-items.tsx';

const CHECK = 'M5 13l4 4L19 7';

interface ModelMenuProps {
  readonly buttonId: string;
  readonly catalogue: Catalogue;
  readonly choice: Choice;
  /** True if a choice in this menu applies to the whole chat. */
  readonly isWhole: boolean;
  readonly onChoose: (model: string | undefined) => void;
  readonly onWhole: (isWhole: boolean) => void;
  readonly onClose: () => void;
}

/** Menu that chooses a model for the next message or for the whole chat. */
export function ModelMenu(props: ModelMenuProps) {
  const { buttonId, catalogue, choice, isWhole, onChoose, onWhole, onClose } = props;
  const { models } = useStore(catalogue.state);
  useEffect(() => void catalogue.refresh(), [catalogue]);
  return (
    <Menu className={styles.menu} buttonId={buttonId} label={modelCopy.menu} isButtonFixed onClose={onClose}>
      <ModelChoice
        name={modelCopy.auto}
        hint={modelCopy.autoHint}
        isChosen={choice.model === undefined}
        onChoose={() => onChoose(undefined)}
      />
      {models.map((model) =>
        model.isLocked ? (
          <LockedModel key={model.id} model={model} />
        ) : (
          <ModelChoice
            key={model.id}
            name={model.displayName}
            hint={model.goodAt}
            isChosen={choice.model === model.id}
            onChoose={() => onChoose(model.id)}
          />
        ),
      )}
      <CatalogueNote catalogue={catalogue} />
      <hr />
      <button
        type="button"
        role="menuitemcheckbox"
        tabIndex={-1}
        aria-checked={isWhole}
        onClick={() => onWhole(!isWhole)}
      >
        <Check />
        {modelCopy.wholeChat}
      </button>
    </Menu>
  );
}

interface ModelChoiceProps {
  readonly name: string;
  readonly hint: string;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function ModelChoice({ name, hint, isChosen, onChoose }: ModelChoiceProps) {
  return (
    <button type="button" role="menuitemradio" tabIndex={-1} aria-checked={isChosen} onClick={onChoose}>
      <Check />
      <ModelName name={name} hint={hint} />
    </button>
  );
}

/** Check mark. CSS shows it only in a checked item. */
const Check = () => <LineIcon name="chosen" path={CHECK} size={18} />;

/** Note in an empty menu: the models are loading, or loading has failed. */
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
