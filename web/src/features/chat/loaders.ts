/** Loads the parts of the chat screen that its first look does not need. */
export const loadDeferredUi = () => import('./deferred-ui.ts');
/** Loads the menu, the dialogs and the notices of chats. */
export const loadChatActions = () => import('./actions/chat-actions.ts');
