import { createStore } from './store.ts';

export const SIDEBAR_ID = 'sidebar';

/** Width in pixels up to which the layout is mobile (docs/spec.md 9). */
const MOBILE_BREAKPOINT = 768;

const narrow = globalThis.matchMedia?.(`(max-width: ${MOBILE_BREAKPOINT}px)`);
export const isMobile = (): boolean => narrow?.matches ?? false;

interface SidebarState {
  /** True when the page has a sidebar. */
  readonly present: boolean;
  readonly open: boolean;
  /** On mobile the sidebar lies over the page. */
  readonly mobile: boolean;
}

const state = createStore<SidebarState>({ present: false, open: !isMobile(), mobile: isMobile() });
narrow?.addEventListener('change', ({ matches }) =>
  state.set({ ...state.get(), mobile: matches, open: !matches }),
);

/** The sidebar's state, shared by the menu button in the navigation bar and the page that has a sidebar. */
export const sidebar = {
  state,
  setOpen: (open: boolean): void => state.set({ ...state.get(), open }),
  setPresent: (present: boolean): void => state.set({ ...state.get(), present }),
  closeOnMobile: (): void => {
    if (state.get().mobile) state.set({ ...state.get(), open: false });
  },
};

/** True while the dialog for a new chat is open. The navigation bar opens it, the chat screen shows it. */
export const addChatDialog = createStore(false);
