/** Menu, dialogs and notices of chats: one script, loaded when the first of them is used. */
export { AddChatDialog } from './add-chat-dialog.tsx';
export { ChatMenu } from './chat-menu.tsx';
export { ChatNameField } from './chat-menu-rename.tsx';
export { ChatNotices } from './chat-notices.tsx';
