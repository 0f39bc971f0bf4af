/** Components and actions that the first render of the chat screen does not need. They load together, as one script. */

export { UnlistedNote } from './archive/unlisted-note.tsx';
export { MessageVersions } from './conversation/message-versions.tsx';
export { ChatNotices } from './dialogs/chat-notices.tsx';
export { LazyOverlays } from './dialogs/lazy-overlays.tsx';
export { AddChatDialog } from './dialogs/new-chat-dialog.tsx';
export { ExportButton } from './export/export-button.tsx';
export { AttachButton } from './files/attach-button.tsx';
export { DropArea } from './files/page-drop-and-paste.tsx';
export { EffortPicker } from './model-choice/effort-picker.tsx';
export { resendWithAuto } from './model-choice/model-choice.ts';
export { ModelPicker } from './model-choice/model-picker.tsx';
export { RetryWithModel } from './model-choice/retry-with-model.tsx';
export { WithModelDetails } from './model-choice/with-model-details.tsx';
export { NoticesAboveChat } from './notices-above-chat.tsx';
export { PdfButton } from './pdf/pdf-button.tsx';
export { ProjectsSection } from './projects/projects-section.tsx';
export { PromptPicker } from './prompts/prompt-picker.tsx';
export { QuotaNotes } from './quota/quota-notes.tsx';
export { ExpiryMark } from './retention/expiry-mark.tsx';
export { ShareButton } from './sharing/share-button.tsx';
export { ChatMenu } from './sidebar/chat-menu.tsx';
export { ChatNameField } from './sidebar/chat-name-field.tsx';
export { SidebarLinks } from './sidebar/sidebar-links.tsx';
export { autoRename, renameChat } from './state/chats/optimistic-chat-changes.ts';
export { keepChats } from './state/kept/keep-chats.ts';
export { ThinkingPart } from './thinking/thinking-part.tsx';
