import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useStore } from '../../../lib/observable-store.ts';
import { SIDEBAR_ID, sidebar } from '../../../lib/sidebar-state.ts';
import styles from './sidebar.module.css';

interface SidebarFrameProps {
  /** Control that is focused when the sidebar opens on mobile. */
  readonly firstControl: RefObject<HTMLElement | null>;
  readonly children: ReactNode;
}

/** Frame of every sidebar. On mobile the sidebar lies over the page. */
export function SidebarFrame({ firstControl, children }: SidebarFrameProps) {
  const { open, mobile } = useStore(sidebar.state);
  useSidebarPresence();
  useSwipes(mobile);
  useFocusOnMobile(firstControl);
  return (
    <>
      {mobile && open && <div className={styles.veil} onClick={sidebar.closeOnMobile} aria-hidden="true" />}
      <div id={SIDEBAR_ID} className={styles.sidebar} data-open={open} inert={!open}>
        {children}
      </div>
    </>
  );
}

/** The page beside the sidebar. Behind an open sidebar on mobile, neither the focus nor a screen reader reaches it. */
export function BesideSidebar({ children }: Pick<SidebarFrameProps, 'children'>) {
  const { open, mobile } = useStore(sidebar.state);
  return (
    <div className={styles.beside} inert={open && mobile}>
      {children}
    </div>
  );
}

function useSwipes(mobile: boolean): void {
  useEffect(() => {
    if (!mobile) return;
    const stopped = new AbortController();
    void import('./watch-swipes.ts').then(
      ({ watchSwipes }) => watchSwipes(stopped.signal),
      // If the script does not load, the user still has the menu button.
      () => undefined,
    );
    return () => stopped.abort();
  }, [mobile]);
}

/**
 * On mobile, moves the focus into the sidebar when it opens, and to the menu button when it closes. The sidebar also
 * closes when the window becomes as narrow as a phone. The focus then moves only if it was in the sidebar.
 */
function useFocusOnMobile(firstControl: RefObject<HTMLElement | null>): void {
  const { open, mobile } = useStore(sidebar.state);
  const was = useRef({ open, mobile });
  useEffect(() => {
    const before = was.current;
    was.current = { open, mobile };
    if (!mobile || open === before.open) return;
    const { activeElement } = document;
    if (open) firstControl.current?.focus();
    else if (before.mobile || activeElement?.closest(`#${SIDEBAR_ID}`)) menuButton()?.focus();
  }, [open, mobile, firstControl]);
}

const menuButton = () => document.querySelector<HTMLElement>(`[aria-controls="${SIDEBAR_ID}"]`);

/** Shows the menu button while the page has a sidebar. On mobile, lets Escape close the sidebar. */
function useSidebarPresence(): void {
  useEffect(() => {
    sidebar.setPresent(true);
    const onKey = (event: KeyboardEvent) => {
      const { mobile, open } = sidebar.state.get();
      // Escape first closes an open dialog or menu, or cancels the editing of a chat's name.
      const isTaken = event.defaultPrevented || document.querySelector('dialog[open]') !== null;
      if (event.key === 'Escape' && mobile && open && !isTaken) sidebar.closeOnMobile();
    };
    window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('keydown', onKey);
      sidebar.setPresent(false);
      // If the sidebar stayed open on mobile, it would cover the chat when the user comes back from another page.
      sidebar.closeOnMobile();
    };
  }, []);
}
