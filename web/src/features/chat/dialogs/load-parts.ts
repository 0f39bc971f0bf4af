export const loadParts = () => import('./parts.ts');
