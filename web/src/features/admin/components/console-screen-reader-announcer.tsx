import { createStore, useStore } from '../../../lib/observable-store.ts';

const announcement = createStore({ text: '', nth: 0 });

/** Announces a text to screen readers. A new `nth` replaces the element, so that a repeated text is announced. */
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
