/** SVG path of the archive's icon, a box with a lid. */
export const ARCHIVE_ICON = 'M4 5h16v4H4zM5.500 9v10h13V9M10 13h4';
