/** Loads the script of the views of files. */
export const loadFileViews = () => import('./lazy-file-views.ts');
