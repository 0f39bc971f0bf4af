import { createStore } from './observable-store.ts';

/**
 * True while the dialog for a new chat is open. The navigation bar opens the dialog, and the chat page (`first-render-overlays.tsx`)
 * shows and closes it. While the dialog is open, it shows why a chat could not be created, and the sidebar does not.
 */
export const addChatDialogState = createStore(false);
