import type { FloatingOptions, Step } from 'react-joyride';
import { tourCopy } from './copy.ts';

type StepName = keyof typeof tourCopy.steps;

const DESKTOP: readonly StepName[] = ['newChat', 'search', 'chatList', 'conversation', 'input'];
/** The sidebar is closed at first, so the button that opens it has its own step. */
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

/** Places the tooltip inside a target that fills the screen. */
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

export function tourSteps(mobile: boolean): readonly (Step & { readonly inSidebar: boolean })[] {
  return (mobile ? ON_MOBILE : DESKTOP).map((name) => ({
    id: name,
    target: TARGETS[name],
    title: tourCopy.steps[name].title,
    content: textOf(tourCopy.steps[name]),
    inSidebar: IN_SIDEBAR.includes(name),
    ...placing(name, mobile),
  }));
}

/** Leaves out the keys on a device that is used by touch, because it seldom has a keyboard. */
const textOf = ({ text, keys }: { readonly text: string; readonly keys?: string }): string =>
  keys === undefined || matchMedia('(pointer: coarse)').matches ? text : `${text} ${keys}`;

function placing(name: StepName, mobile: boolean): Partial<Step> {
  if (name === 'welcome') return { placement: 'center' };
  if (name === 'conversation' || (name === 'chatList' && mobile)) return { floatingOptions: INSIDE };
  if (name === 'input') return { placement: 'top' };
  return { placement: mobile ? 'bottom' : 'right' };
}
