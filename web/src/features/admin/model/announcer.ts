import { createStore } from '../../../lib/store.ts';

/** Text that is read out politely; the same words again are read again, as each has a number of its own. */
export const announcement = createStore({ text: '', nth: 0 });

export const announce = (text: string): void => announcement.set({ text, nth: announcement.get().nth + 1 });
