import { SIDEBAR_ID, sidebar } from '../../../lib/sidebar-state.ts';

/** Mobile steps, counted from 1, that open and close the sidebar, with the delay of each (docs/spec.md 9). */
const MOBILE_SIDEBAR = { openStep: 2, openDelayMs: 100, closeStep: 7, closeDelayMs: 500 };

/**
 * Opens and closes the sidebar during the tour.
 *
 * On mobile (docs/spec.md 9), step 2 (menu button) opens the sidebar after 100 ms. The sidebar stays open for steps 3
 * to 5, whose targets are in it. Step 7 (message input) closes the sidebar after 500 ms. Step 6 (conversation) leaves
 * the sidebar unchanged: it is open if the user comes from step 5, and closed if the user comes back from step 7.
 */
export class TourSidebar {
  readonly #mobile: boolean;
  readonly #wasOpen = sidebar.state.get().open;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(mobile: boolean) {
    this.#mobile = mobile;
  }

  /**
   * Opens the sidebar before a step whose target is in it. On mobile, closes it before the first step. Resolves when
   * the sidebar has moved.
   * @param number the step, counted from 1
   */
  async prepare(number: number, inSidebar: boolean): Promise<void> {
    clearTimeout(this.#timer);
    const isClosedFirst = this.#mobile && number === 1;
    if (!inSidebar && !isClosedFirst) return;
    if (sidebar.state.get().open === inSidebar) return;
    sidebar.setOpen(inSidebar);
    await settled();
  }

  /** Starts the delayed opening or closing on mobile. Called when step `number` (from 1) is shown. */
  arrive(number: number): void {
    if (!this.#mobile) return;
    if (number === MOBILE_SIDEBAR.openStep) this.#setLater(true, MOBILE_SIDEBAR.openDelayMs);
    if (number === MOBILE_SIDEBAR.closeStep) this.#setLater(false, MOBILE_SIDEBAR.closeDelayMs);
  }

  /** On desktop, returns the sidebar to its state before the tour. On mobile, closes it to show the conversation. */
  restore(): void {
    clearTimeout(this.#timer);
    sidebar.setOpen(this.#mobile ? false : this.#wasOpen);
  }

  #setLater(open: boolean, delayMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => sidebar.setOpen(open), delayMs);
  }
}

/** Waits until the sidebar's animation has ended. */
async function settled(): Promise<void> {
  await new Promise((resolve) => requestAnimationFrame(resolve));
  const animations = document.getElementById(SIDEBAR_ID)?.getAnimations() ?? [];
  await Promise.allSettled(animations.map(({ finished }) => finished));
}
