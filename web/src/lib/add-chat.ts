import { createStore } from './store.ts';

/** True when the dialog for a new chat is wanted: the navigation bar opens it, the chat screen shows it. */
export const addChatDialog = createStore(false);
