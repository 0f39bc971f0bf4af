import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { useNavigate } from 'react-router';
import { Button, IconButton } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { useStore } from '../../../lib/observable-store.ts';
import styles from '../dialogs/chat-notices.module.css';
import { useTimeout } from '../dialogs/use-timeout.ts';
import { selectionCopy as copy } from './copy.ts';
import { manyNotice, type ManyNotice as Notice } from './many-notice-state.ts';

/** Milliseconds for which the notice is shown, with its Undo button. */
const SHOWN_MS = 10_000;

/** Notice about several chats that were archived, moved or deleted at once, among the notices about single chats. */
export function ManyNotice() {
  const notice = useStore(manyNotice);
  const place = document.querySelector('[data-notices]');
  useEffect(() => dismiss, []);
  if (!notice || !place) return null;
  return createPortal(<NoticeText key={notice.texts.join()} notice={notice} />, place);
}

const dismiss = () => manyNotice.set(undefined);

function NoticeText({ notice: { texts, undo } }: { readonly notice: Notice }) {
  const navigate = useNavigate();
  const hold = useTimeout(dismiss, SHOWN_MS);
  const takeBack = async () => {
    dismiss();
    const closed = await undo?.();
    if (closed !== undefined) await navigate(`/chat/${closed}`);
  };
  return (
    <div className={styles.notice} {...hold}>
      <p className={styles.text}>
        {texts.map((text) => (
          <span key={text}>{text}</span>
        ))}
      </p>
      {undo && <Button onClick={() => void takeBack()}>{copy.undo}</Button>}
      <IconButton aria-label={copy.dismiss} onClick={dismiss}>
        <Icon name="close" size={16} />
      </IconButton>
    </div>
  );
}
