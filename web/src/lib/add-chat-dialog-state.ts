import { createStore } from './observable-store.ts';

/** True while the dialog for a new chat is open. The navigation bar and the sidebar open it, the chat page shows it. */
export const addChatDialogState = createStore(false);
