/** Loads the parts of the chat screen that its first look does not need. */
export const loadLazyComponents = () => import('./lazy-components.ts');
