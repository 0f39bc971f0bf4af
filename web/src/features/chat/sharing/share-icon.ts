/** SVG path of the icon for sharing: an arrow that leaves a box. */
export const SHARE_ICON = 'M12 15V4M8 7.500 12 3.500l4 4M6 11H5v9h14v-9h-1';
