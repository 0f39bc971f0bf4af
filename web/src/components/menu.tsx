import { type ComponentProps, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import { classNames } from './class-names.ts';
import styles from './menu.module.css';

interface MenuProps {
  /** Id of the button whose label names the menu when `label` is absent. */
  readonly buttonId: string;
  readonly label?: string;
  readonly className?: string | undefined;
  /**
   * True for a button that does not scroll away: the menu then stays open during a scroll or resize.
   * @default false
   */
  readonly isButtonFixed?: boolean;
  readonly onClose: () => void;
  /** Each item has a role that begins with `menuitem`, and the tab index -1. */
  readonly children: ReactNode;
}

/** Menu below or above its button. It opens with the focus on the checked item, or else on the first item. */
export function Menu({ buttonId, label, className, isButtonFixed = false, onClose, children }: MenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!menu.current) return;
    menu.current.showPopover();
    const items = itemsOf(menu.current);
    (items.find((item) => item.ariaChecked === 'true') ?? items[0])?.focus();
  }, []);
  const leave = () => {
    // Keeps the browser from scrolling to the button, which would undo a scroll that closed the menu.
    document.getElementById(buttonId)?.focus({ preventScroll: true });
    onClose();
  };
  useStayInPlace(menu, buttonId);
  useCloseFromOutside(menu, { buttonId, isButtonFixed, onClose, onLeave: leave });
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key === 'Tab') onClose();
    else if (event.key === 'Escape') leave();
    else if (event.key === ' ' && event.target instanceof HTMLAnchorElement) event.target.click();
    else if (!moveTo(event.key, itemsOf(event.currentTarget))) return;
    if (event.key !== 'Tab') event.preventDefault();
  };
  return (
    <div
      ref={menu}
      className={classNames(styles.menu, className)}
      role="menu"
      popover="manual"
      aria-label={label}
      aria-labelledby={label === undefined ? buttonId : undefined}
      onKeyDown={onKeyDown}
    >
      {children}
    </div>
  );
}

interface MenuItemProps extends ComponentProps<'button'> {
  readonly isDangerous?: boolean;
}

export const MenuItem = ({ isDangerous = false, ...rest }: MenuItemProps) => (
  <button
    type="button"
    role="menuitem"
    tabIndex={-1}
    {...rest}
    className={classNames(isDangerous && styles.danger, rest.className)}
  />
);

const itemsOf = (menu: HTMLElement) => [...menu.querySelectorAll<HTMLElement>('[role^="menuitem"]')];

/** Returns false for a key that does not move the focus. */
function moveTo(key: string, items: readonly HTMLElement[]): boolean {
  const at = items.findIndex((item) => item.matches(':focus'));
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[key];
  if (to === undefined) return false;
  items.at(to % items.length)?.focus();
  return true;
}

/** Least distance from the menu to the window's edges, in CSS pixels. */
const MARGIN = 8;
const GAP = 4;

function place(menu: HTMLElement, buttonId: string): void {
  const button = document.getElementById(buttonId)?.getBoundingClientRect();
  if (!button) return;
  const { style } = menu;
  // Near the window's right edge the browser would make the menu narrower than its content.
  style.left = '0';
  const { offsetWidth: width, offsetHeight: height } = menu;
  const { innerWidth, innerHeight } = window;
  const isBelow = button.bottom + GAP + height <= innerHeight - MARGIN;
  style.top = isBelow ? `${button.bottom + GAP}px` : 'auto';
  const bottom = Math.min(innerHeight - button.top + GAP, innerHeight - height - MARGIN);
  style.bottom = isBelow ? 'auto' : `${bottom}px`;
  style.left = `${Math.max(MARGIN, Math.min(button.left, innerWidth - width - MARGIN))}px`;
}

function useStayInPlace(menu: { readonly current: HTMLElement | null }, buttonId: string): void {
  useLayoutEffect(() => {
    if (!menu.current) return;
    const element = menu.current;
    place(element, buttonId);
    const observer = new ResizeObserver(() => place(element, buttonId));
    observer.observe(element);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [menu, buttonId]);
}

interface Closing extends Pick<MenuProps, 'buttonId' | 'onClose'> {
  readonly isButtonFixed: boolean;
  /** Closes the menu and gives the focus to the menu's button. */
  readonly onLeave: () => void;
}

function useCloseFromOutside(
  menu: { readonly current: HTMLElement | null },
  { buttonId, isButtonFixed, onClose, onLeave }: Closing,
): void {
  // A layout effect listens before the menu is painted, so that even a press right after the painting closes the menu.
  useLayoutEffect(() => {
    const onPress = ({ target }: Event) => {
      // A press on the button is left to the button, which toggles the menu.
      const isInside = target instanceof Element && target.closest(`#${CSS.escape(buttonId)}`) !== null;
      if (!isInside && !(target instanceof Node && menu.current?.contains(target))) onClose();
    };
    // Closes only for a scroll that moves the button. A streaming reply, for example, scrolls just the messages.
    const onScroll = ({ target }: Event) => {
      const button = document.getElementById(buttonId);
      if (!isButtonFixed && target instanceof Node && target.contains(button)) onLeave();
    };
    // On a phone the menu takes the focus from the input, so the keyboard closes and the window is resized. That resize
    // must not close a fixed button's menu that has just opened.
    const onResize = () => !isButtonFixed && onLeave();
    window.addEventListener('pointerdown', onPress);
    window.addEventListener('scroll', onScroll, true);
    window.addEventListener('resize', onResize);
    return () => {
      window.removeEventListener('pointerdown', onPress);
      window.removeEventListener('scroll', onScroll, true);
      window.removeEventListener('resize', onResize);
    };
  }, [menu, buttonId, isButtonFixed, onClose, onLeave]);
}
