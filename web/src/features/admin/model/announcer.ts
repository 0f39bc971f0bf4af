import { createStore } from '../../../lib/store.ts';

/** What is read out politely; the same words again are read again, as each stands with a number of its own. */
export const announcement = createStore({ text: '', nth: 0 });

export const announce = (text: string): void => announcement.set({ text, nth: announcement.get().nth + 1 });
