export const loadFileViews = () => import('./lazy-file-components.ts');
