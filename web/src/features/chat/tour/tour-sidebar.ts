import { SIDEBAR_ID, sidebar } from '../../../lib/sidebar.ts';

/** Steps on mobile, counted from 1, and how long after each the sidebar moves (docs/spec.md 9). */
const MOBILE = { openStep: 2, openDelayMs: 100, closeStep: 7, closeDelayMs: 500 };

/**
 * Opens and closes the sidebar as the tour goes along.
 *
 * The mobile steps count from 1, as their reader does (docs/spec.md 9): at step 2, the menu button, the sidebar opens
 * (after 100 ms), so that steps 3 to 5 find their targets; at step 7, the message input, it is closed (after
 * 500 ms). At step 6, the conversation, it stays as it is: open, or closed where the reader comes back from step 7.
 */
export class TourSidebar {
  private readonly mobile: boolean;
  private readonly wasOpen = sidebar.state.get().open;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(mobile: boolean) {
    this.mobile = mobile;
  }

  /** Before step `number` (from 1) is shown. Resolves when the sidebar stands as the step needs it. */
  async prepare(number: number, inSidebar: boolean): Promise<void> {
    clearTimeout(this.timer);
    const isClosedFirst = this.mobile && number === 1;
    if (!inSidebar && !isClosedFirst) return;
    if (sidebar.state.get().open === inSidebar) return;
    sidebar.setOpen(inSidebar);
    await settled();
  }

  /** When step `number` is shown. */
  arrive(number: number): void {
    if (!this.mobile) return;
    if (number === MOBILE.openStep) this.setLater(true, MOBILE.openDelayMs);
    if (number === MOBILE.closeStep) this.setLater(false, MOBILE.closeDelayMs);
  }

  /** Leaves the sidebar as it was found; on mobile shut, for the conversation to be seen. */
  restore(): void {
    clearTimeout(this.timer);
    sidebar.setOpen(this.mobile ? false : this.wasOpen);
  }

  private setLater(open: boolean, delayMs: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => sidebar.setOpen(open), delayMs);
  }
}

/** Until the sidebar has slid to its place. */
async function settled(): Promise<void> {
  await new Promise((resolve) => requestAnimationFrame(resolve));
  const animations = document.getElementById(SIDEBAR_ID)?.getAnimations() ?? [];
  await Promise.allSettled(animations.map(({ finished }) => finished));
}
