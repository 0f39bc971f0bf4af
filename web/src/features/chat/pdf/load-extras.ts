export const loadExtras = () => import('./extras.ts');
