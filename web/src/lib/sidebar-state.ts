import { isMobile, onMobileChange } from './mobile-layout.ts';
import { createStore } from './observable-store.ts';

export const SIDEBAR_ID = 'sidebar';

interface SidebarState {
  readonly present: boolean;
  readonly open: boolean;
  readonly mobile: boolean;
}

const state = createStore<SidebarState>({ present: false, open: !isMobile(), mobile: isMobile() });
onMobileChange((mobile) => state.set({ ...state.get(), mobile, open: !mobile }));

export const sidebar = {
  state,
  setOpen: (open: boolean): void => state.set({ ...state.get(), open }),
  setPresent: (present: boolean): void => state.set({ ...state.get(), present }),
  closeOnMobile: (): void => {
    if (state.get().mobile) state.set({ ...state.get(), open: false });
  },
};
