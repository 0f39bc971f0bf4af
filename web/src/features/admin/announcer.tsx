import { createStore, useStore } from '../../lib/store.ts';

const announcement = createStore({ text: '', nth: 0 });

/** Reads a text out politely; the same words again are read again, as each has a number of its own. */
export const announce = (text: string): void => announcement.set({ text, nth: announcement.get().nth + 1 });

/** Reads out the outcome of an action. */
export function Announcer() {
  const { text, nth } = useStore(announcement);
  return (
    <div role="status" className="visually-hidden">
      <span key={nth}>{text}</span>
    </div>
  );
}
