/** The parts of the chat screen that are loaded after its first look: one script for all of them. */
export { SidebarLinks } from './components/sidebar-links.tsx';
export { resendWithAuto } from './models/choice.ts';
export { ModelPicker } from './models/model-picker.tsx';
export { RetryWith } from './models/retry-with.tsx';
export { PdfButton } from './pdf/pdf-button.tsx';
export { QuotaNotes } from './quota/quota-notes.tsx';
export { RemovalMark, RemovalNotice } from './removal/removal-notice.tsx';
export { TourSlot } from './tour/tour-slot.tsx';
