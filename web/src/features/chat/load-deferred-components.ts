export const loadLazyComponents = () => import('./deferred-components-chunk.ts');
