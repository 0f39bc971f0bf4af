import { SIDEBAR_ID, sidebar } from '../../../lib/sidebar-state.ts';

/** Mobile steps, counted from 1, that open and close the sidebar, with the delay of each (docs/spec.md 9). */
const MOBILE_SIDEBAR = { openStep: 2, openDelayMs: 100, closeStep: 7, closeDelayMs: 500 };

/**
 * Opens and closes the sidebar during the tour. On mobile, step 2 opens the sidebar for steps 3 to 5, and step 7 closes
 * it. Step 6 leaves it unchanged (docs/spec.md 9).
 */
export class TourSidebar {
  readonly #mobile: boolean;
  readonly #wasOpen = sidebar.state.get().open;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(mobile: boolean) {
    this.#mobile = mobile;
  }

  /** Moves the sidebar as step `number` (from 1) needs it. Resolves when the sidebar has moved. */
  async prepare(number: number, inSidebar: boolean): Promise<void> {
    clearTimeout(this.#timer);
    const isClosedFirst = this.#mobile && number === 1;
    if (!inSidebar && !isClosedFirst) return;
    if (sidebar.state.get().open === inSidebar) return;
    sidebar.setOpen(inSidebar);
    await settled();
  }

  /** Starts the delayed move on mobile when step `number` (from 1) is shown. */
  arrive(number: number): void {
    if (!this.#mobile) return;
    if (number === MOBILE_SIDEBAR.openStep) this.#setLater(true, MOBILE_SIDEBAR.openDelayMs);
    if (number === MOBILE_SIDEBAR.closeStep) this.#setLater(false, MOBILE_SIDEBAR.closeDelayMs);
  }

  restore(): void {
    clearTimeout(this.#timer);
    sidebar.setOpen(this.#mobile ? false : this.#wasOpen);
  }

  #setLater(open: boolean, delayMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => sidebar.setOpen(open), delayMs);
  }
}

async function settled(): Promise<void> {
  await new Promise((resolve) => requestAnimationFrame(resolve));
  const animations = document.getElementById(SIDEBAR_ID)?.getAnimations() ?? [];
  await Promise.allSettled(animations.map(({ finished }) => finished));
}
