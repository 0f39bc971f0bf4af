import { type MouseEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import { SIDEBAR_ID } from '../lib/sidebar.ts';
import './modal.css';

interface ModalProps {
  readonly label: string;
  readonly className?: string;
  readonly role?: 'alertdialog';
  /** The person wants to leave it: Escape, or a click beside it. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog over the page, open as long as it is rendered. The focus goes back to where it came from. */
export function Modal({ label, className = '', role, onClose, children }: ModalProps) {
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
      className={`modal ${className}`}
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
