import { useEffect, useId, useState } from 'react';
import { LineIcon } from '../../../components/line-icon.tsx';
import { isMobile } from '../../../lib/mobile-layout.ts';
import { useStore } from '../../../lib/observable-store.ts';
import { focusComposer } from '../conversation/composer.tsx';
import type { ChatList } from '../state/chats/chat-list.ts';
import type { SignedInUser } from '../state/chats/signed-in-user-with-chat-list.ts';
import type { Conversation } from '../state/conversation/conversation.ts';
import { type Choice, choiceOf, chooseForChat } from './choice-of-model-and-effort.ts';
import { modelCopy } from './copy.ts';
import { catalogueOf, useFreshCatalogue } from './model-catalogue.ts';
import styles from './model-choice.module.css';
import { ModelMenu } from './model-menu.tsx';
import { modelName } from './names-of-preconfigured-models.ts';

const DOWN = 'M7 10l5 5 5-5';

interface ModelPickerProps {
  readonly conversation: Conversation;
  readonly account: SignedInUser;
}

export function ModelPicker({ conversation, account }: ModelPickerProps) {
  const { chatId } = conversation;
  const catalogue = catalogueOf(account.email);
  const { nextModel, phase } = useStore(conversation.state);
  const { chats } = useStore(account.list.state);
  const { models } = useStore(catalogue.state);
  const [isOpen, setOpen] = useState(false);
  const [willBeForChat, setWillBeForChat] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const buttonId = useId();
  useFreshCatalogue(catalogue);
  useLoadUntilListed(account.list, phase === 'ready' ? chatId : undefined);

  const chatModel = chats.find((chat) => chat.chatId === chatId)?.model;
  const choice = choiceOf(nextModel, chatModel);
  const isForChat = choice.isForChat || willBeForChat;
  const nameOf = (id: string) => models.find((model) => model.id === id)?.displayName ?? modelName(id);
  const setForChat = (model: string | undefined) => {
    setFailed(false);
    chooseForChat(account.list, chatId, model).catch(() => setFailed(true));
  };
  const choose = (model: string | undefined) => {
    const isForNext = model !== undefined && !isForChat;
    conversation.actions.chooseNext(isForNext ? model : undefined);
    if (!isForNext && (model !== undefined || chatModel !== undefined)) setForChat(model);
    close();
    focusBack(buttonId);
  };
  const chooseScope = (forChat: boolean) => {
    setWillBeForChat(forChat);
    if (choice.model === undefined) return;
    conversation.actions.chooseNext(forChat ? undefined : choice.model);
    setForChat(forChat ? choice.model : undefined);
  };
  const close = () => {
    setOpen(false);
    setWillBeForChat(false);
  };
  const label = choice.model === undefined ? modelCopy.auto : nameOf(choice.model);
  return (
    <>
      <button
        id={buttonId}
        type="button"
        className={styles.button}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={modelCopy.button([label, ...scopeOf(choice)].join(', '))}
        onClick={() => (isOpen ? close() : setOpen(true))}
      >
        <bdi className={styles.buttonName}>{label}</bdi>
        {scopeOf(choice).map((scope) => (
          <span key={scope} className={styles.scope}>
            {scope}
          </span>
        ))}
        <LineIcon name="down" path={DOWN} size={16} />
      </button>
      {hasFailed && (
        <p role="alert" className={styles.problem}>
          {modelCopy.notSet}
        </p>
      )}
      {isOpen && (
        <ModelMenu
          buttonId={buttonId}
          catalogue={catalogue}
          choice={choice}
          isForChat={isForChat}
          onChoose={choose}
          onScope={chooseScope}
          onClose={close}
        />
      )}
    </>
  );
}

function scopeOf({ model, isForChat }: Choice): string[] {
  if (model === undefined) return [];
  return [isForChat ? modelCopy.forChat : modelCopy.forNext];
}

/**
 * Focuses the message input. In the mobile layout, focuses the button instead, because the input would open a phone's
 * keyboard.
 */
function focusBack(buttonId: string): void {
  if (isMobile()) document.getElementById(buttonId)?.focus();
  else focusComposer();
}

/** Loads older pages of the list until the open chat is in it, because the list holds the chat's name and model. */
function useLoadUntilListed(list: ChatList, chatId: string | undefined): void {
  const { chats, isKept, nextCursor, more } = useStore(list.state);
  const isMissing = chatId !== undefined && !chats.some((chat) => chat.chatId === chatId);
  useEffect(() => {
    if (isMissing && !isKept && nextCursor !== undefined && more === 'idle') void list.loadMore();
  }, [list, isMissing, isKept, nextCursor, more]);
}
