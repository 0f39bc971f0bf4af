import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { Button, IconButton } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { useStore } from '../../../lib/observable-store.ts';
import type { ChatDeletion, ChatNotice } from '../state/chats/chat-deletion.ts';
import styles from './chat-notices.module.css';
import { actionsCopy } from './copy.ts';

/** Milliseconds for which a notice is shown, with its Undo button if it has one. */
const UNDO_OFFER_MS = 10_000;

/** Notices about deletions and restores, with an Undo button where that is possible. */
export function ChatNotices({ deletion }: { readonly deletion: ChatDeletion }) {
  const notices = useStore(deletion.notices);
  return notices.map((notice) => (
    <Notice key={`${notice.chat.chatId} ${notice.kind}`} notice={notice} deletion={deletion} />
  ));
}

const copy = actionsCopy.notices;

interface NoticeProps {
  readonly notice: ChatNotice;
  readonly deletion: ChatDeletion;
}

function Notice({ notice: { kind, chat, wasOpen }, deletion }: NoticeProps) {
  const navigate = useNavigate();
  const dismiss = () => deletion.dismiss(chat.chatId);
  const hold = useTimeout(dismiss, UNDO_OFFER_MS);
  const undo = async () => {
    if ((await deletion.undo(chat.chatId)) && wasOpen) await navigate(`/chat/${chat.chatId}`);
  };
  return (
    <div className={styles.notice} {...hold}>
      <p className={styles.text}>
        {copy[kind]}
        <bdi className={styles.name}>{chat.name}</bdi>
      </p>
      {(kind === 'deleted' || kind === 'restoreFailed') && (
        <Button onClick={() => void undo()}>{copy.undo}</Button>
      )}
      <IconButton aria-label={copy.dismiss} onClick={dismiss}>
        <Icon name="close" size={16} />
      </IconButton>
    </div>
  );
}

/**
 * Calls `after` once, when `ms` milliseconds have passed. Stops the timer while the pointer or the focus is on an
 * element, then restarts it. Returns the event handlers for that element.
 */
function useTimeout(after: () => void, ms: number) {
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const isHeld = isHovered || isFocused;
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(after, ms);
    return () => clearTimeout(timer);
  }, [isHeld, after, ms]);
  return {
    onPointerEnter: () => setHovered(true),
    onPointerLeave: () => setHovered(false),
    onFocus: () => setFocused(true),
    onBlur: () => setFocused(false),
  };
}
