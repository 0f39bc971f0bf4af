import { createStore } from '../../../lib/store.ts';

/** True while the search popup is open. */
export const searchPopup = createStore(false);

const isApple = /Mac|iP(?:hone|ad|od)/.test(globalThis.navigator?.platform ?? '');
/** The shortcut as this machine's keyboard names it. */
export const SEARCH_SHORTCUT = isApple ? '⌘K' : 'Ctrl+K';
