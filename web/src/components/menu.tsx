import { type ComponentProps, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import { classNames } from './class-names.ts';
import styles from './menu.module.css';

interface MenuProps {
  /** Names the menu: its button's id. */
  readonly buttonId: string;
  readonly label?: string;
  readonly className?: string | undefined;
  /** Its button stays where it is when the page scrolls: so does the menu. */
  readonly stays?: boolean;
  readonly onClose: () => void;
  /** Its items: each has a role that begins with `menuitem`, and the tab index -1. */
  readonly children: ReactNode;
}

/** A menu beside its button, which takes the focus, to what is checked if anything is, and gives it back. */
export function Menu({ buttonId, label, className, stays = false, onClose, children }: MenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!menu.current) return;
    menu.current.showPopover();
    const items = itemsOf(menu.current);
    (items.find((item) => item.ariaChecked === 'true') ?? items[0])?.focus();
  }, []);
  useStayInPlace(menu, buttonId);
  useCloseFromOutside(menu, { buttonId, stays, onClose });
  const leave = () => {
    document.getElementById(buttonId)?.focus();
    onClose();
  };
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

/** A choice of a menu. */
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

/** Arrows go round; Home and End to the ends. Returns whether the key was one of these. */
function moveTo(key: string, items: readonly HTMLElement[]): boolean {
  const at = items.findIndex((item) => item.matches(':focus'));
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[key];
  if (to === undefined) return false;
  items.at(to % items.length)?.focus();
  return true;
}

const MARGIN = 8;
const GAP = 4;

/** Below the button, or above it where there is no room; never beyond the window's edges. */
function place(menu: HTMLElement, buttonId: string): void {
  const button = document.getElementById(buttonId)?.getBoundingClientRect();
  if (!button) return;
  const { style } = menu;
  // Where it stands must not narrow it while it is measured.
  style.left = '0';
  const { offsetWidth: width, offsetHeight: height } = menu;
  const { innerWidth, innerHeight } = window;
  const isBelow = button.bottom + GAP + height <= innerHeight - MARGIN;
  style.top = isBelow ? `${button.bottom + GAP}px` : 'auto';
  const bottom = Math.min(innerHeight - button.top + GAP, innerHeight - height - MARGIN);
  style.bottom = isBelow ? 'auto' : `${bottom}px`;
  style.left = `${Math.max(MARGIN, Math.min(button.left, innerWidth - width - MARGIN))}px`;
}

/** Placed at once, and again when the menu or the page has another size. */
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
  readonly stays: boolean;
}

/** A press elsewhere closes the menu; so does what moves its button away from it. */
function useCloseFromOutside(
  menu: { readonly current: HTMLElement | null },
  { buttonId, stays, onClose }: Closing,
): void {
  // As soon as the menu is seen: a press that comes at once counts.
  useLayoutEffect(() => {
    const onPress = ({ target }: Event) => {
      // The button itself toggles.
      const isInside = target instanceof Element && target.closest(`#${CSS.escape(buttonId)}`) !== null;
      if (!isInside && !(target instanceof Node && menu.current?.contains(target))) onClose();
    };
    const onScroll = ({ target }: Event) => {
      if (!stays && target !== menu.current) onClose();
    };
    // A phone's keyboard goes away when the focus comes here: not every new size of the window closes it.
    const onResize = () => !stays && onClose();
    window.addEventListener('pointerdown', onPress);
    window.addEventListener('scroll', onScroll, true);
    window.addEventListener('resize', onResize);
    return () => {
      window.removeEventListener('pointerdown', onPress);
      window.removeEventListener('scroll', onScroll, true);
      window.removeEventListener('resize', onResize);
    };
  }, [menu, buttonId, stays, onClose]);
}
