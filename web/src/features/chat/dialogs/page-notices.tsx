import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { useNavigate } from 'react-router';
import { Button, IconButton } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { PART_MISSING } from '../../../components/load-on-demand-or-when-idle.tsx';
import { useStore } from '../../../lib/observable-store.ts';
import { selectionCopy as copy } from '../chat-selection/copy.ts';
import { focusAfterNotice } from './focus-after-notice.ts';
import { scrollToNotice, useNoticeTimeout } from './notice-timeout-and-scroll.ts';
import styles from './notices.module.css';
import { addNotice, type PageNotice, pageNotices, undone } from './page-notices-state.ts';

/** Milliseconds until a notice disappears. */
const SHOWN_MS = 10_000;

/**
 * Notices about changes of several chats, the projects' order and parts that could not be loaded, shown among the
 * notices about single chats.
 */
export function PageNotices() {
  const notices = useStore(pageNotices);
  const isUndone = useStore(undone);
  const place = document.querySelector('[data-notices]');
  useEffect(() => {
    window.addEventListener(PART_MISSING, tellPartMissing);
    return () => {
      window.removeEventListener(PART_MISSING, tellPartMissing);
      pageNotices.set([]);
      undone.set(false);
    };
  }, []);
  if (!place) return null;
  return (
    <>
      <div role="status" className="visually-hidden">
        {isUndone && copy.undone}
      </div>
      {createPortal(
        notices.map((notice) => <Notice key={notice.id} notice={notice} />),
        place,
      )}
    </>
  );
}

function tellPartMissing(): void {
  addNotice(copy.partMissing);
  // Before the page loads a part, the page may remove the control that opens the part. The Edit button, for example, is
  // removed before the editor is loaded. If the focus was on the removed control, the focus is lost. The dismiss button
  // of the last notice then gets the focus.
  requestAnimationFrame(() => {
    const dismiss = document.querySelectorAll<HTMLElement>('[data-notices] button:last-child');
    if (document.activeElement === document.body) [...dismiss].at(-1)?.focus();
  });
}

function Notice({ notice }: { readonly notice: PageNotice }) {
  const { texts, undo } = notice;
  const navigate = useNavigate();
  const dismiss = () => {
    focusAfterNotice();
    pageNotices.set(pageNotices.get().filter((other) => other !== notice));
  };
  const hold = useNoticeTimeout(dismiss, SHOWN_MS);
  const takeBack = async () => {
    dismiss();
    undone.set(false);
    const others = pageNotices.get();
    const closed = await undo?.();
    // If the Undo failed, it has added a notice, which screen readers announce. `undone` then stays false.
    undone.set(pageNotices.get().every((other) => others.includes(other)));
    if (closed !== undefined) await navigate(`/chat/${closed}`);
  };
  return (
    <div ref={scrollToNotice} className={styles.notice} {...hold}>
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
