import { createStore } from './observable-store.ts';

/** True while the dialog for a new chat is open. The navigation bar opens the dialog, the chat page closes it. */
export const addChatDialogState = createStore(false);
