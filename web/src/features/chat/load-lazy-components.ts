/** Loads the script of the components that the first render does not need. */
export const loadLazyComponents = () => import('./lazy-components.ts');
