import { LineIcon } from './line-icon.tsx';

const ADD_CHAT = 'M12 5H6a2 2 0 0 0-2 2v12l4-3h10a2 2 0 0 0 2-2v-2M18 3v6M15 6h6';

/** Icon of the buttons that create a chat. In icon.tsx, it would make the navigation bar load all icons. */
export const AddChatIcon = () => <LineIcon name="add-chat" path={ADD_CHAT} />;
