import { type ReactNode, type Ref, type SyntheticEvent, useLayoutEffect, useRef } from 'react';
import { SIDEBAR_ID } from '../lib/sidebar-state.ts';
import { classNames } from './class-names.ts';
import styles from './dialog.module.css';

interface DialogProps {
  readonly label: string;
  readonly className?: string | undefined;
  readonly role?: 'alertdialog';
  /** Called when the user asks to close the dialog, for example by Escape or by a click beside it. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Dialog over the page, open as long as it is rendered. */
export function Dialog({ label, className, role, onClose, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const pressed = useRef<EventTarget>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (dialog) openModal(dialog);
    return () => {
      dialog?.close();
      // `close` gives the focus back to the control that had the focus before. On a narrow screen, this control may be
      // hidden in the closed sidebar. Another device may also have removed it. The button that opens the sidebar then
      // takes the focus. The browser drops the focus only after the dialog has left the page, so this waits for the
      // next frame. The dialog's caller may have moved the focus by then.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body)
          document.querySelector<HTMLElement>(`[aria-controls="${SIDEBAR_ID}"]`)?.focus();
      });
    };
  }, []);
  // Escape closes the `dialog` element, also when the caller keeps the dialog open. `reopen` then opens the element
  // again. To prevent `cancel` events would not be enough: in Chromium, a page can prevent only some of them.
  const reopen = () => {
    if (ref.current?.open === false) openModal(ref.current);
  };
  // A cancelled file chooser in the dialog also sends a `cancel` event, which bubbles from the file input.
  const closeFromItself = ({ target }: SyntheticEvent) => {
    if (target === ref.current) onClose();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: with the keyboard, Escape closes the dialog
    <dialog
      ref={ref}
      className={classNames(styles.dialog, className)}
      role={role}
      aria-label={label}
      onCancel={closeFromItself}
      onClose={reopen}
      // When the user selects text, the press may begin in the content and end on the backdrop. The browser then sends
      // a click to the `dialog` element. This click must not close the dialog: `pressed` tells where the press began.
      onPointerDown={({ target }) => {
        pressed.current = target;
      }}
      onClick={(event) => pressed.current === ref.current && closeFromItself(event)}
    >
      {/* Fills the dialog, so that only a click on the backdrop has the `dialog` element as its target. */}
      <div>{children}</div>
    </dialog>
  );
}

const CONTROLS = ':is(input, textarea, select, button, a[href]):not(:disabled, [hidden])';

function openModal(dialog: HTMLDialogElement): void {
  dialog.showModal();
  // If a part of the dialog scrolls, Chromium and Firefox focus that part instead of the first control. Text that the
  // user types would be lost.
  if (!document.activeElement?.matches(CONTROLS)) dialog.querySelector<HTMLElement>(CONTROLS)?.focus();
}

interface DialogBodyProps {
  readonly title: string;
  readonly titleRef?: Ref<HTMLHeadingElement>;
  readonly actions: ReactNode;
  readonly onSubmit?: (event: SyntheticEvent<HTMLFormElement>) => void;
  readonly children: ReactNode;
}

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
    // `noValidate`: the browser's own error bubbles would cover the errors that the form shows.
    <form className={styles.body} noValidate onSubmit={onSubmit}>
      {parts}
    </form>
  );
}
