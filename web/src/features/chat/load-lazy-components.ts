export const loadLazyComponents = () => import('./lazy-components.ts');
