/** Parts of a chat's screen besides the chat: one script, loaded after the first look at it. */
export { SidebarLinks } from '../components/sidebar-links.tsx';
export { resendWithAuto } from '../models/choice.ts';
export { ModelPicker } from '../models/model-picker.tsx';
export { RetryWith } from '../models/retry-with.tsx';
export { QuotaNotes } from '../quota/quota-notes.tsx';
export { RemovalMark, RemovalNotice } from '../removal/removal-notice.tsx';
export { TourSlot } from '../tour/tour-slot.tsx';
export { PdfButton } from './pdf-button.tsx';
