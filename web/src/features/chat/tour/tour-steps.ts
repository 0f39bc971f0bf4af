import type { FloatingOptions, Step } from 'react-joyride';
import { SIDEBAR_ID, sidebar } from '../../../lib/sidebar.ts';
import { tourCopy } from './copy.ts';

type StepName = keyof typeof tourCopy.steps;

/** The steps in their order. On mobile the sidebar is shut at first, so the way to it is a step of its own. */
const DESKTOP: readonly StepName[] = ['newChat', 'search', 'chatList', 'conversation', 'input'];
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

/** Beside a target that fills the screen is no room: the tooltip stands in it, off its first lines. */
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

/** The tour's steps, and for each whether what it shows is in the sidebar. */
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

/** Steps on mobile, counted from 1, and how long after each the sidebar moves (docs/spec.md 9). */
const MOBILE_SIDEBAR = { openStep: 2, openDelayMs: 100, closeStep: 7, closeDelayMs: 500 };

/**
 * Opens and closes the sidebar as the tour goes along.
 *
 * The mobile steps count from 1, as their reader does (docs/spec.md 9): at step 2, the menu button, the sidebar opens
 * (after 100 ms), so that steps 3 to 5 find their targets; at step 7, the message input, it is closed (after
 * 500 ms). At step 6, the conversation, it stays as it is: open, or closed where the reader comes back from step 7.
 */
export class TourSidebar {
  readonly #mobile: boolean;
  readonly #wasOpen = sidebar.state.get().open;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(mobile: boolean) {
    this.#mobile = mobile;
  }

  /** Before step `number` (from 1) is shown. Resolves when the sidebar stands as the step needs it. */
  async prepare(number: number, inSidebar: boolean): Promise<void> {
    clearTimeout(this.#timer);
    const isClosedFirst = this.#mobile && number === 1;
    if (!inSidebar && !isClosedFirst) return;
    if (sidebar.state.get().open === inSidebar) return;
    sidebar.setOpen(inSidebar);
    await settled();
  }

  /** When step `number` is shown. */
  arrive(number: number): void {
    if (!this.#mobile) return;
    if (number === MOBILE_SIDEBAR.openStep) this.#setLater(true, MOBILE_SIDEBAR.openDelayMs);
    if (number === MOBILE_SIDEBAR.closeStep) this.#setLater(false, MOBILE_SIDEBAR.closeDelayMs);
  }

  /** Leaves the sidebar as it was found; on mobile shut, for the conversation to be seen. */
  restore(): void {
    clearTimeout(this.#timer);
    sidebar.setOpen(this.#mobile ? false : this.#wasOpen);
  }

  #setLater(open: boolean, delayMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => sidebar.setOpen(open), delayMs);
  }
}

/** Until the sidebar has slid to its place. */
async function settled(): Promise<void> {
  await new Promise((resolve) => requestAnimationFrame(resolve));
  const animations = document.getElementById(SIDEBAR_ID)?.getAnimations() ?? [];
  await Promise.allSettled(animations.map(({ finished }) => finished));
}
