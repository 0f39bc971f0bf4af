/** Components and actions of the chat screen that load after its first render, together in one script. */
export { AddChatDialog } from './dialogs/add-chat-dialog.tsx';
export { ChatNotices } from './dialogs/chat-notices.tsx';
export { EffortPicker } from './model-choice/effort-picker.tsx';
export { resendWithAuto } from './model-choice/model-choice.ts';
export { ModelPicker } from './model-choice/model-picker.tsx';
export { RetryWithModel } from './model-choice/retry-with-model.tsx';
export { TrueModel } from './model-choice/true-model.tsx';
export { PdfButton } from './pdf/pdf-button.tsx';
export { QuotaNotes } from './quota/quota-notes.tsx';
export { ExpiringChatsNotice } from './retention/expiring-chats-notice.tsx';
export { ExpiryMark } from './retention/expiry-mark.tsx';
export { ChatMenu } from './sidebar/chat-menu.tsx';
export { ChatNameField } from './sidebar/chat-name-field.tsx';
export { SidebarLinks } from './sidebar/sidebar-links.tsx';
export { ThinkingPart } from './thinking/thinking-part.tsx';
export { TourLauncher } from './tour/tour-launcher.tsx';
