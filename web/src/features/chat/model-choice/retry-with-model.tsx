import { useEffect, useId, useState } from 'react';
import { LineIcon } from '../../../components/line-icon.tsx';
import { Menu } from '../../../components/menu.tsx';
import { useStore } from '../../../lib/observable-store.ts';
import { focusComposer } from '../conversation/composer.tsx';
import styles from '../conversation/message-view.module.css';
import type { SignedInUser } from '../state/chats/signed-in-user-with-chat-list.ts';
import type { Conversation } from '../state/conversation/conversation.ts';
import type { ViewMessage } from '../state/turns/shown-message.ts';
import { modelCopy } from './copy.ts';
import { CatalogueNote, LockedModel, NameWithHint } from './model-and-effort-menu-items.tsx';
import { type Catalogue, catalogueOf } from './model-catalogue.ts';
import modelStyles from './model-choice.module.css';

const AGAIN = 'M19 12a7 7 0 1 1-2.200-5.100M19 3v4.500h-4.500';
const OTHER = 'M4 8h13M13 4l4 4-4 4M20 16H7M11 12l-4 4 4 4';

interface RetryWithModelProps {
  readonly message: ViewMessage;
  readonly conversation: Conversation;
  readonly account: SignedInUser;
}

/** Button with a menu of the other models. The chosen model writes a reply that replaces the last one. */
export function RetryWithModel({ message, conversation, account }: RetryWithModelProps) {
  const [isOpen, setOpen] = useState(false);
  const buttonId = useId();
  const close = () => setOpen(false);
  const retry = (model: string) => {
    close();
    conversation.actions.replaceLast(undefined, model);
    focusComposer();
  };
  return (
    <>
      <button
        id={buttonId}
        type="button"
        className={styles.action}
        aria-label={modelCopy.retryWith}
        title={modelCopy.retryWith}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <LineIcon name="other" path={OTHER} size={16} />
      </button>
      {isOpen && (
        <Menu className={modelStyles.menu} buttonId={buttonId} onClose={close}>
          <OtherModels catalogue={catalogueOf(account.email)} except={message.model} onChoose={retry} />
        </Menu>
      )}
    </>
  );
}

interface OtherModelsProps {
  readonly catalogue: Catalogue;
  readonly except: string | undefined;
  readonly onChoose: (model: string) => void;
}

function OtherModels({ catalogue, except, onChoose }: OtherModelsProps) {
  const { models } = useStore(catalogue.state);
  useEffect(() => void catalogue.refresh(), [catalogue]);
  return (
    <>
      {models
        .filter(({ id }) => id !== except)
        .map((model) =>
          model.isLocked ? (
            <LockedModel key={model.id} model={model} />
          ) : (
            <button
              key={model.id}
              type="button"
              role="menuitem"
              tabIndex={-1}
              onClick={() => onChoose(model.id)}
            >
              <LineIcon name="again" path={AGAIN} size={18} />
              <NameWithHint name={model.displayName} trueModel={model.trueModel} hint={model.goodAt} />
            </button>
          ),
        )}
      <CatalogueNote catalogue={catalogue} />
    </>
  );
}
