import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { isTemporaryChat } from '#contract/temporary-chats';
import { Button, IconButton } from '../../../components/button.tsx';
import { focusTitleIfLost } from '../../../components/focus-title.ts';
import { Icon } from '../../../components/icon.tsx';
import { tabStorage } from '../../../lib/browser-storage.ts';
import { useStore } from '../../../lib/observable-store.ts';
import { DRAFT_PREFIX } from '../../../lib/personal-data-storage.ts';
import { sentMessageStorage } from '../../../lib/unacknowledged-message-storage.ts';
import { archiveCopy } from '../archive/copy.ts';
import { undoArchiving } from '../archive/pin-and-archive.ts';
import { messageCopy } from '../conversation/conversation-and-markdown-copy.ts';
import { projectsCopy } from '../projects/copy.ts';
import type { ChatNotice } from '../state/chats/chat-notice.ts';
import type { ChatController } from '../state/chats/chat-screen-controller.ts';
import { actionsCopy } from './chat-actions-copy.ts';
import { focusAfterNotice } from './focus-after-notice.ts';
import { scrollToNotice, useNoticeTimeout } from './notice-timeout-and-scroll.ts';
import styles from './notices.module.css';
import { undone } from './page-notices-state.ts';

const UNDO_OFFER_MS = 10_000;

interface ChatNoticesProps {
  readonly controller: ChatController;
  /** E-mail of the user. */
  readonly email: string;
}

/** Notices about deleted and archived chats and failed changes. */
export function ChatNotices({ controller, email }: ChatNoticesProps) {
  const notices = useStore(controller.deletion.notices);
  useHeadingFocus(controller);
  return notices.map((notice) => (
    <Notice key={`${notice.chat.chatId} ${notice.kind}`} {...{ notice, controller, email }} />
  ));
}

/**
 * Moves the focus to the heading of a chat that the user did not choose. The page shows such a chat, for example, when
 * another device has deleted the open chat. The focus is lost when the deleted chat's input disappears. The shown
 * chat's input does not take the focus: if the user were still typing, the text would get into the wrong chat.
 */
function useHeadingFocus(controller: ChatController): void {
  const open = useStore(controller.open);
  useEffect(() => {
    if (!open || !controller.isUnasked) return;
    const frame = requestAnimationFrame(focusTitleIfLost);
    return () => cancelAnimationFrame(frame);
  }, [controller, open]);
}

const copy = { ...actionsCopy.notices, ...archiveCopy.notices, moveFailed: projectsCopy.move.failed };
const UNDOABLE: readonly ChatNotice['kind'][] = ['deleted', 'restoreFailed', 'archived'];

interface NoticeProps extends ChatNoticesProps {
  readonly notice: ChatNotice;
}

function Notice({ notice: { kind, chat, wasOpen }, controller, email }: NoticeProps) {
  const { deletion, list } = controller;
  const navigate = useNavigate();
  const dismiss = () => {
    focusAfterNotice();
    deletion.dismiss(chat.chatId);
  };
  // A temporary chat is in no list. If its deletion failed, only this notice can open the chat. So the notice stays.
  const isOnlyWayBack = kind === 'deleteFailed' && isTemporaryChat(chat.chatId);
  const written = useWritten(kind === 'deletedElsewhere' ? chat.chatId : undefined, email);
  const hold = useNoticeTimeout(() => !isOnlyWayBack && !written.isKept && dismiss(), UNDO_OFFER_MS);
  const open = async () => {
    await navigate(`/chat/${chat.chatId}`);
    dismiss();
  };
  const undo = async () => {
    focusAfterNotice(chat.chatId);
    const archived = kind === 'archived' ? list.find(chat.chatId) : undefined;
    undone.set(false);
    if (archived) {
      dismiss();
      undone.set(await undoArchiving(controller, archived, chat.pinnedAt !== undefined));
      return;
    }
    const isUndone = await deletion.undo(chat.chatId);
    undone.set(isUndone);
    if (isUndone && wasOpen) await navigate(`/chat/${chat.chatId}`);
  };
  return (
    <div ref={scrollToNotice} className={styles.notice} {...hold}>
      <p className={styles.text}>
        {isOnlyWayBack ? copy.temporaryDeleteFailed : copy[kind]}
        {written.text !== '' && <span>{written.outcome}</span>}
        <bdi className={styles.name}>{chat.name}</bdi>
      </p>
      {UNDOABLE.includes(kind) && <Button onClick={() => void undo()}>{copy.undo}</Button>}
      {written.text !== '' && <Button onClick={() => void written.copy()}>{copy.copyWritten}</Button>}
      {isOnlyWayBack && <Button onClick={() => void open()}>{copy.open}</Button>}
      <IconButton aria-label={copy.dismiss} onClick={dismiss}>
        <Icon name="close" size={16} />
      </IconButton>
    </div>
  );
}

/**
 * Returns the text that the user had written in a chat that was deleted elsewhere, and the function that copies the
 * text. `isKept` is true if the text is not empty and has not been copied. The notice then stays.
 * @param chatId undefined if the notice is not of the kind `deletedElsewhere`
 */
function useWritten(chatId: string | undefined, email: string) {
  const [text] = useState(() => (chatId === undefined ? '' : writtenIn(chatId, email)));
  const [outcome, setOutcome] = useState<string>(copy.written);
  return {
    text,
    outcome,
    isKept: text !== '' && outcome !== messageCopy.copied,
    copy: async () => {
      try {
        // In an insecure context, `navigator.clipboard` is undefined, so this line throws a TypeError.
        await navigator.clipboard.writeText(text);
        setOutcome(messageCopy.copied);
      } catch {
        setOutcome(messageCopy.copyFailed);
      }
    },
  };
}

/** Returns the drafts of a chat, also those of edited messages, and the messages that the server has not answered. */
function writtenIn(chatId: string, email: string): string {
  const drafts = tabStorage
    .keys()
    .filter((key) => key.startsWith(DRAFT_PREFIX + chatId))
    .map((key) => tabStorage.get(key) ?? '');
  const sent = sentMessageStorage.of(email).filter((message) => message.chatId === chatId);
  return [...sent.map(({ text }) => text), ...drafts].filter((text) => text.trim() !== '').join('\n\n');
}
