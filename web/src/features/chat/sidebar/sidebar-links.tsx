import { useEffect, useId, useRef, useState } from 'react';
import { Button, ButtonLink } from '../../../components/button.tsx';
import { LineIcon } from '../../../components/line-icon.tsx';
import { useHasSupport, useSharing } from '../../../components/use-site-config.ts';
import { useStore } from '../../../lib/observable-store.ts';
import { session } from '../../../lib/session/session-state.ts';
import { ARCHIVE_ICON } from '../archive/archive-icon.ts';
import { archiveCopy } from '../archive/copy.ts';
import { chatCopy } from '../copy.ts';
import { chatDialogState } from '../dialogs/chat-dialog-state.ts';
import { sharingCopy } from '../sharing/copy.ts';
import { SHARE_ICON } from '../sharing/share-icon.ts';
import styles from './sidebar.module.css';

const PERSON = 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8M4.500 20c1-3.500 4-5 7.500-5s6.500 1.500 7.500 5';
const BARS = 'M4 20h16M7 16v-4M12 16V5M17 16V9';
const GEM = 'M7 5h10l4 5-9 10L3 10zM3 10h18M9.500 10 12 20l2.500-10';
const LIFEBUOY =
  'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 8.500a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7M5.600 5.600l3.900 3.900M14.500 14.500l3.900 3.900M18.400 5.600l-3.900 3.900M9.500 14.500l-3.900 3.900';
const SLIDERS = 'M4 7h9M17 7h3M4 17h3M11 17h9M15 5v4M9 15v4';
const CHEVRON = 'M6 15l6-6 6 6';
const SHIELD = 'M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6z';

/** Button that opens a list with links to other pages and the archive. */
export function SidebarLinks() {
  const [isOpen, setOpen] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const leave = () => {
    button.current?.focus();
    setOpen(false);
  };
  useEffect(() => {
    if (!isOpen) return;
    const end = new AbortController();
    const onOutside = ({ target }: Event) => {
      if (!(target instanceof Node && frame.current?.contains(target))) setOpen(false);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // On a phone, the same Escape would otherwise close the sidebar as well.
      event.preventDefault();
      button.current?.focus();
      setOpen(false);
    };
    window.addEventListener('pointerdown', onOutside, end);
    window.addEventListener('focusin', onOutside, end);
    frame.current?.addEventListener('keydown', onKey, end);
    return () => end.abort();
  }, [isOpen]);
  return (
    <div ref={frame} className={styles.more}>
      <Button
        ref={button}
        kind="plain"
        className={styles.entry}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <LineIcon name="person" path={PERSON} size={20} />
        {chatCopy.chats.otherPages}
        <span className={styles.chevron}>
          <LineIcon name="chevron" path={CHEVRON} size={16} />
        </span>
      </Button>
      {isOpen && <Pages id={id} onLeave={leave} />}
    </div>
  );
}

interface PagesProps {
  readonly id: string;
  /** Called before a dialog opens. Focuses the button, so that the dialog gives the focus back to it. */
  readonly onLeave: () => void;
}

function Pages({ id, onLeave }: PagesProps) {
  const state = useStore(session);
  const hasSupport = useHasSupport();
  const sharing = useSharing();
  const openArchive = () => {
    onLeave();
    chatDialogState.set({ kind: 'archive' });
  };
  const isAdmin = state.status === 'authenticated' && state.viewer.isAdmin;
  return (
    <nav id={id} className={styles.pages} aria-label={chatCopy.chats.otherPages}>
      {isAdmin && (
        <ButtonLink kind="plain" className={styles.entry} to="/admin">
          <LineIcon name="shield" path={SHIELD} size={20} />
          {chatCopy.chats.admin}
        </ButtonLink>
      )}
      <Button kind="plain" className={styles.entry} onClick={openArchive}>
        <LineIcon name="archive" path={ARCHIVE_ICON} size={20} />
        {archiveCopy.archivedChats}
      </Button>
      {sharing !== undefined && sharing !== 'off' && (
        <ButtonLink kind="plain" className={styles.entry} to="/shared">
          <LineIcon name="share" path={SHARE_ICON} size={20} />
          {sharingCopy.list.title}
        </ButtonLink>
      )}
      <ButtonLink kind="plain" className={styles.entry} to="/personalize">
        <LineIcon name="sliders" path={SLIDERS} size={20} />
        {chatCopy.links.personal}
      </ButtonLink>
      <ButtonLink kind="plain" className={styles.entry} to="/usage">
        <LineIcon name="bars" path={BARS} size={20} />
        {chatCopy.links.usage}
      </ButtonLink>
      <ButtonLink kind="plain" className={styles.entry} to="/subscription">
        <LineIcon name="gem" path={GEM} size={20} />
        {chatCopy.links.plan}
      </ButtonLink>
      {hasSupport && (
        <ButtonLink kind="plain" className={styles.entry} to="/support">
          <LineIcon name="lifebuoy" path={LIFEBUOY} size={20} />
          {chatCopy.links.support}
        </ButtonLink>
      )}
      <ButtonLink kind="plain" className={styles.entry} to="/account">
        <LineIcon name="person" path={PERSON} size={20} />
        {chatCopy.chats.account}
      </ButtonLink>
    </nav>
  );
}
