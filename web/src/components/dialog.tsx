import {
  type MouseEvent,
  type ReactNode,
  type Ref,
  type SyntheticEvent,
  useLayoutEffect,
  useRef,
} from 'react';
import { SIDEBAR_ID } from '../lib/sidebar.ts';
import { classNames } from './class-names.ts';
import styles from './dialog.module.css';

interface DialogProps {
  readonly label: string;
  readonly className?: string | undefined;
  readonly role?: 'alertdialog';
  /** The user wants to leave it: Escape, or a click beside it. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog over the page, open as long as it is rendered. The focus goes back to where it came from. */
export function Dialog({ label, className, role, onClose, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => {
      dialog?.close();
      // Where the opener is hidden by now (in the sidebar of a narrow screen), to what shows it again.
      if (document.activeElement === document.body)
        document.querySelector<HTMLElement>(`[aria-controls="${SIDEBAR_ID}"]`)?.focus();
    };
  }, []);
  const closeFromBackdrop = ({ target }: MouseEvent) => {
    if (target === ref.current) onClose();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the keyboard's way, and the dialog's own
    <dialog
      ref={ref}
      className={classNames(styles.dialog, className)}
      role={role}
      aria-label={label}
      onCancel={onClose}
      onClick={closeFromBackdrop}
    >
      {/* Fills the dialog: what is clicked beside it is the backdrop. */}
      <div>{children}</div>
    </dialog>
  );
}

interface DialogBodyProps {
  readonly title: string;
  /** To move the focus to the title. */
  readonly titleRef?: Ref<HTMLHeadingElement>;
  /** Buttons at the end. */
  readonly actions: ReactNode;
  /** Makes a form of it. */
  readonly onSubmit?: (event: SyntheticEvent<HTMLFormElement>) => void;
  readonly children: ReactNode;
}

/** Title, content and buttons of a dialog. */
export function DialogBody({ title, titleRef, actions, onSubmit, children }: DialogBodyProps) {
  const parts = (
    <>
      <h2 ref={titleRef} className={styles.title} tabIndex={titleRef ? -1 : undefined}>
        {title}
      </h2>
      {children}
      <div className={styles.actions}>{actions}</div>
    </>
  );
  if (!onSubmit) return <div className={styles.body}>{parts}</div>;
  return (
    // The browser's own hints would stand in front of the form's.
    <form className={styles.body} noValidate onSubmit={onSubmit}>
      {parts}
    </form>
  );
}
