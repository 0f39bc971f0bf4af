export const FOLDER_ICON = 'M4 6h6l2 2h8v11H4z';
