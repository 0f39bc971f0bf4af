/** Loads the script of the chat page's components and actions that the page's first render does not need. */
export const loadLazyComponents = () => import('./lazy-components.ts');
