import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { Icon } from '../../../components/icon.tsx';
import { useStore } from '../../../lib/store.ts';
import type { ChatDeletion, ChatNotice } from '../model/chats/chat-deletion.ts';
import { actionsCopy } from './copy.ts';
import './chat-notices.css';

/** How long the screen offers to undo a deletion. */
const UNDO_OFFER_MS = 10_000;

/** Notices of chats that were deleted, with the offer to undo. */
export function ChatNotices({ deletion }: { readonly deletion: ChatDeletion }) {
  const notices = useStore(deletion.notices);
  return notices.map((notice) => (
    <Notice key={`${notice.chat.chatId} ${notice.kind}`} notice={notice} deletion={deletion} />
  ));
}

const words = actionsCopy.notices;

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
    <div className="chat-notice" {...hold}>
      <p className="chat-notice-text">
        {words[kind]}
        <bdi className="chat-notice-name">{chat.name}</bdi>
      </p>
      {(kind === 'deleted' || kind === 'restoreFailed') && (
        <button type="button" className="button" onClick={() => void undo()}>
          {words.undo}
        </button>
      )}
      <button type="button" className="icon-button" aria-label={words.dismiss} onClick={dismiss}>
        <Icon name="close" size={16} />
      </button>
    </div>
  );
}

/** Calls `after` once, `ms` later, but not while the pointer or the focus is there: then the time starts over. */
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
