import { createStore, useStore } from '../../lib/observable-store.ts';

const announcement = createStore({ text: '', nth: 0 });

/**
 * Announces a text to screen readers. `nth` makes React replace the element, so that a repeated text is announced
 * again.
 */
export const announce = (text: string): void => announcement.set({ text, nth: announcement.get().nth + 1 });

/** Hidden live region that contains the announced text. */
export function Announcer() {
  const { text, nth } = useStore(announcement);
  return (
    <div role="status" className="visually-hidden">
      <span key={nth}>{text}</span>
    </div>
  );
}
