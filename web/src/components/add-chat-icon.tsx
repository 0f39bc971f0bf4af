import { LineIcon } from './line-icon.tsx';

const ADD_CHAT = 'M12 5H6a2 2 0 0 0-2 2v12l4-3h10a2 2 0 0 0 2-2v-2M18 3v6M15 6h6';

/**
 * Icon of the buttons that create a chat. It has a file of its own, so that the navigation bar does not load all icons
 * of icon.tsx.
 */
export const AddChatIcon = () => <LineIcon name="add-chat" path={ADD_CHAT} />;
