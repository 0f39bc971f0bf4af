/** What a chat's screen has besides the chat: one script, loaded after the first look at it. */
export { SidebarLinks } from '../components/sidebar-links.tsx';
export { TourSlot } from '../tour/tour-slot.tsx';
export { PdfButton } from './pdf-button.tsx';
