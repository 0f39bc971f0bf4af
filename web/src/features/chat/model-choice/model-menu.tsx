import { useEffect } from 'react';
import { Menu } from '../../../components/menu.tsx';
import { useStore } from '../../../lib/observable-store.ts';
import type { Choice } from './choice-of-model-and-effort.ts';
import { modelCopy } from './copy.ts';
import { CatalogueNote, Check, LockedModel, MenuChoice } from './model-and-effort-menu-items.tsx';
import type { Catalogue } from './model-catalogue.ts';
import styles from './model-choice.module.css';

interface ModelMenuProps {
  readonly buttonId: string;
  readonly catalogue: Catalogue;
  readonly choice: Choice;
  /** True if a choice in this menu applies to the whole chat. */
  readonly isForChat: boolean;
  readonly onChoose: (model: string | undefined) => void;
  readonly onScope: (isForChat: boolean) => void;
  readonly onClose: () => void;
}

export function ModelMenu(props: ModelMenuProps) {
  const { buttonId, catalogue, choice, isForChat, onChoose, onScope, onClose } = props;
  const { models } = useStore(catalogue.state);
  useEffect(() => void catalogue.refresh(), [catalogue]);
  return (
    <Menu className={styles.menu} buttonId={buttonId} label={modelCopy.menu} isButtonFixed onClose={onClose}>
      <MenuChoice
        name={modelCopy.auto}
        hint={modelCopy.autoHint}
        isChosen={choice.model === undefined}
        onChoose={() => onChoose(undefined)}
      />
      {models.map((model) =>
        model.isLocked ? (
          <LockedModel key={model.id} model={model} />
        ) : (
          <MenuChoice
            key={model.id}
            name={model.displayName}
            trueModel={model.trueModel}
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
        aria-checked={isForChat}
        onClick={() => onScope(!isForChat)}
      >
        <Check />
        {modelCopy.wholeChat}
      </button>
    </Menu>
  );
}
