import { isMobile, onMobileChange } from './mobile-layout.ts';
import { createStore } from './observable-store.ts';

export const SIDEBAR_ID = 'sidebar';

interface SidebarState {
  /** True when the page has a sidebar. */
  readonly present: boolean;
  readonly open: boolean;
  /** True in the mobile layout, in which the sidebar lies over the page. */
  readonly mobile: boolean;
}

const state = createStore<SidebarState>({ present: false, open: !isMobile(), mobile: isMobile() });
onMobileChange((mobile) => state.set({ ...state.get(), mobile, open: !mobile }));

/** State of the sidebar, shared by the menu button in the navigation bar and the page that has a sidebar. */
export const sidebar = {
  state,
  setOpen: (open: boolean): void => state.set({ ...state.get(), open }),
  setPresent: (present: boolean): void => state.set({ ...state.get(), present }),
  closeOnMobile: (): void => {
    if (state.get().mobile) state.set({ ...state.get(), open: false });
  },
};
