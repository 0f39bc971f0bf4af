/** Parts that are needed now and then: one script, loaded when the first of it is used. */
export { ChatMenu } from '../components/chat-menu.tsx';
export { ChatNameField } from '../components/chat-menu-rename.tsx';
export { AddChatDialog } from './add-chat-dialog.tsx';
export { ChatNotices } from './chat-notices.tsx';
