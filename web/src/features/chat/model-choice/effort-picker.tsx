import { useId, useState } from 'react';
import type { ModelDetails } from '#contract/available-models';
import type { Effort } from '#contract/entities';
import { LineIcon } from '../../../components/line-icon.tsx';
import { Menu } from '../../../components/menu.tsx';
import { useStore } from '../../../lib/observable-store.ts';
import type { SignedInUser } from '../state/chats/signed-in-user-with-chat-list.ts';
import type { Conversation } from '../state/conversation/conversation.ts';
import { choiceOf, setEffortOfChat } from './choice-of-model-and-effort.ts';
import { effortCopy, modelCopy } from './copy.ts';
import { LockedChoice, MenuChoice } from './model-and-effort-menu-items.tsx';
import { catalogueOf } from './model-catalogue.ts';
import styles from './model-choice.module.css';

const DOWN = 'M7 10l5 5 5-5';
const EFFORTS: readonly Effort[] = ['quick', 'balanced', 'thorough'];

interface EffortPickerProps {
  readonly conversation: Conversation;
  readonly account: SignedInUser;
}

/**
 * Button with the menu of efforts. The button is shown if the chosen model can think. If the choice is Auto, the button
 * is shown if any model of the user's plan can think.
 */
export function EffortPicker({ conversation, account }: EffortPickerProps) {
  const { chatId } = conversation;
  const catalogue = catalogueOf(account.email);
  const { nextModel } = useStore(conversation.state);
  const { chats } = useStore(account.list.state);
  const { models, efforts, lockedEfforts } = useStore(catalogue.state);
  const [isOpen, setOpen] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const buttonId = useId();
  const chat = chats.find((listed) => listed.chatId === chatId);
  const { model } = choiceOf(nextModel, chat?.model);
  const [planDefault] = efforts;
  if (planDefault === undefined || !canThink(models, model)) return null;

  const chosen = efforts.find((effort) => effort === chat?.effort) ?? planDefault;
  const close = () => setOpen(false);
  const choose = (effort: Effort) => {
    close();
    document.getElementById(buttonId)?.focus();
    setFailed(false);
    setEffortOfChat(account.list, chatId, effort).catch(() => setFailed(true));
  };
  return (
    <>
      <button
        id={buttonId}
        type="button"
        className={styles.button}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <span>{effortCopy.button}</span>
        <span className={styles.buttonName}>{effortCopy.names[chosen]}</span>
        <LineIcon name="down" path={DOWN} size={16} />
      </button>
      {hasFailed && (
        <p role="alert" className={styles.problem}>
          {effortCopy.notSet}
        </p>
      )}
      {isOpen && (
        <Menu
          className={styles.menu}
          buttonId={buttonId}
          label={effortCopy.menu}
          isButtonFixed
          onClose={close}
        >
          {EFFORTS.map((effort) =>
            efforts.includes(effort) ? (
              <MenuChoice
                key={effort}
                name={effortCopy.names[effort]}
                hint={effortCopy.hints[effort]}
                isChosen={effort === chosen}
                onChoose={() => choose(effort)}
              />
            ) : (
              lockedEfforts?.includes(effort) && (
                <LockedChoice key={effort} name={effortCopy.names[effort]} hint={modelCopy.locked} />
              )
            ),
          )}
        </Menu>
      )}
    </>
  );
}

const canThink = (models: readonly ModelDetails[], id: string | undefined): boolean =>
  models.some(
    (model) => model.thinking !== undefined && !model.isLocked && (id === undefined || model.id === id),
  );
