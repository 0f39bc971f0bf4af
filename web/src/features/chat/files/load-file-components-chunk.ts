export const loadFileViews = () => import('./file-components-chunk.ts');
