import { createStore } from './store.ts';

/** Counts the wishes for a new chat that come from outside the chat screen (the navigation bar). */
const wishes = createStore(0);
export const newChatWishes = { get: wishes.get, subscribe: wishes.subscribe, clear: () => wishes.set(0) };
export const requestNewChat = (): void => wishes.set(wishes.get() + 1);
