/** Loads the script of the components and actions that the first render does not need. */
export const loadLazyComponents = () => import('./lazy-components.ts');
