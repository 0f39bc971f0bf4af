import type { FloatingOptions, Step } from 'react-joyride';
import { SIDEBAR_ID, sidebar } from '../../../lib/sidebar-state.ts';
import { tourCopy } from './copy.ts';

type StepName = keyof typeof tourCopy.steps;

/** Steps on desktop in their order. */
const DESKTOP: readonly StepName[] = ['newChat', 'search', 'chatList', 'conversation', 'input'];
/** Steps on mobile in their order. The sidebar is closed at first, so the button that opens it has its own step. */
const ON_MOBILE: readonly StepName[] = ['welcome', 'menu', ...DESKTOP];
const IN_SIDEBAR: readonly StepName[] = ['newChat', 'search', 'chatList'];

const TARGETS: Record<StepName, string> = {
  welcome: 'body',
  menu: '[data-tour="menu"]',
  newChat: '[data-tour="new-chat"]',
  search: '[data-tour="search"]',
  chatList: '[data-tour="chat-list"]',
  conversation: '[data-tour="conversation"]',
  input: '[data-tour="input"]',
};

/** Places the tooltip inside a target that fills the screen, below the target's first lines. */
const INSIDE: Partial<FloatingOptions> = {
  hideArrow: true,
  flipOptions: false,
  middleware: [
    {
      name: 'inside',
      fn: ({ rects: { reference, floating } }) => ({
        x: reference.x + (reference.width - floating.width) / 2,
        y: reference.y + Math.max(8, (reference.height - floating.height) / 3),
      }),
    },
  ],
};

/** Returns the tour's steps. `inSidebar` is true for a step whose target is in the sidebar. */
export function tourSteps(mobile: boolean): readonly (Step & { readonly inSidebar: boolean })[] {
  return (mobile ? ON_MOBILE : DESKTOP).map((name) => ({
    id: name,
    target: TARGETS[name],
    title: tourCopy.steps[name].title,
    content: tourCopy.steps[name].text,
    inSidebar: IN_SIDEBAR.includes(name),
    ...placing(name, mobile),
  }));
}

function placing(name: StepName, mobile: boolean): Partial<Step> {
  if (name === 'welcome') return { placement: 'center' };
  if (name === 'conversation' || (name === 'chatList' && mobile)) return { floatingOptions: INSIDE };
  if (name === 'input') return { placement: 'top' };
  return { placement: mobile ? 'bottom' : 'right' };
}

/** Mobile steps, counted from 1, that open and close the sidebar, with the delay of each (docs/spec.md 9). */
const MOBILE_SIDEBAR = { openStep: 2, openDelayMs: 100, closeStep: 7, closeDelayMs: 500 };

/**
 * Opens and closes the sidebar during the tour.
 *
 * On mobile (docs/spec.md 9), step 2, the menu button, opens the sidebar after 100 ms, so that steps 3 to 5 find their
 * targets. Step 7, the message input, closes it after 500 ms. Step 6, the conversation, leaves it as it is: open, or
 * closed when the user comes back from step 7.
 */
export class TourSidebar {
  readonly #mobile: boolean;
  readonly #wasOpen = sidebar.state.get().open;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(mobile: boolean) {
    this.#mobile = mobile;
  }

  /** Opens or closes the sidebar before step `number` (from 1) is shown. Resolves when the sidebar has moved. */
  async prepare(number: number, inSidebar: boolean): Promise<void> {
    clearTimeout(this.#timer);
    const isClosedFirst = this.#mobile && number === 1;
    if (!inSidebar && !isClosedFirst) return;
    if (sidebar.state.get().open === inSidebar) return;
    sidebar.setOpen(inSidebar);
    await settled();
  }

  /** Starts the delayed opening or closing when step `number` (from 1) is shown. */
  arrive(number: number): void {
    if (!this.#mobile) return;
    if (number === MOBILE_SIDEBAR.openStep) this.#setLater(true, MOBILE_SIDEBAR.openDelayMs);
    if (number === MOBILE_SIDEBAR.closeStep) this.#setLater(false, MOBILE_SIDEBAR.closeDelayMs);
  }

  /** Restores the sidebar to its state before the tour. On mobile, closes it, so that the conversation is visible. */
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
