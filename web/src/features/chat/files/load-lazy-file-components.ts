/** Loads the script of the components that show files, such as `MessageFiles`. */
export const loadFileViews = () => import('./lazy-file-components.ts');
