/** Path of the icon of a project, a folder. */
export const FOLDER_ICON = 'M4 6h6l2 2h8v11H4z';
