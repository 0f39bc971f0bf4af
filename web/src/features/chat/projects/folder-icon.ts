/** SVG path of a folder, the icon of the actions that move chats into a project. */
export const FOLDER_ICON = 'M4 6h6l2 2h8v11H4z';
