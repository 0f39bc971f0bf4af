import { createStore } from './observable-store.ts';

/**
 * True while the dialog for a new chat is open. The navigation bar opens it, and the chat page (`overlays.tsx`) shows
 * and closes it. The sidebar hides the error of a creation while the dialog shows it.
 */
export const addChatDialogState = createStore(false);
