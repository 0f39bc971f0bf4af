import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { SIDEBAR_ID, sidebar } from '../../../lib/sidebar.ts';
import { useStore } from '../../../lib/store.ts';
import styles from './sidebar.module.css';

interface SidebarFrameProps {
  /** Takes the focus where the sidebar opens over the page. */
  readonly firstControl: RefObject<HTMLElement | null>;
  readonly children: ReactNode;
}

/** Frame of every sidebar. On mobile it lies over the page, with a veil between the two. */
export function SidebarFrame({ firstControl, children }: SidebarFrameProps) {
  const { open, mobile } = useStore(sidebar.state);
  useSidebarPresence();
  useFocusOnMobile(open && mobile, firstControl);
  return (
    <>
      {mobile && open && <div className={styles.veil} onClick={sidebar.closeOnMobile} aria-hidden="true" />}
      <div id={SIDEBAR_ID} className={styles.sidebar} data-open={open} inert={!open}>
        {children}
      </div>
    </>
  );
}

/** Over the page, an open sidebar takes the focus, and gives it back to the menu button when it closes. */
function useFocusOnMobile(open: boolean, firstControl: RefObject<HTMLElement | null>): void {
  const wasOpen = useRef(open);
  useEffect(() => {
    if (open === wasOpen.current) return;
    wasOpen.current = open;
    if (open) firstControl.current?.focus();
    else if (sidebar.state.get().mobile) menuButton()?.focus();
  }, [open, firstControl]);
}

const menuButton = () => document.querySelector<HTMLElement>(`[aria-controls="${SIDEBAR_ID}"]`);

/** The menu button appears with the sidebar; Escape closes it where it lies over the page. */
function useSidebarPresence(): void {
  useEffect(() => {
    sidebar.setPresent(true);
    const onKey = (event: KeyboardEvent) => {
      const { mobile, open } = sidebar.state.get();
      // Escape is first of all for what lies over the sidebar, or is being edited in it.
      const isTaken = event.defaultPrevented || document.querySelector('dialog[open]') !== null;
      if (event.key === 'Escape' && mobile && open && !isTaken) sidebar.closeOnMobile();
    };
    window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('keydown', onKey);
      sidebar.setPresent(false);
    };
  }, []);
}
