import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { ChatIcon } from '../../../components/chat-icon.tsx';
import { sidebarTexts } from '../../../lib/sidebar-texts.ts';
import './chat-menu.css';

interface ChatMenuProps {
  /** Names the menu: its button's id. */
  readonly buttonId: string;
  readonly onRename: () => void;
  readonly onDelete: () => void;
  readonly onClose: () => void;
}

/** What can be done with a chat: a menu below its button, which takes the focus and gives it back. */
export function ChatMenu({ buttonId, onRename, onDelete, onClose }: ChatMenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const button = document.getElementById(buttonId);
    if (!menu.current || !button) return;
    menu.current.showPopover();
    place(menu.current, button.getBoundingClientRect());
    itemsOf(menu.current)[0]?.focus();
  }, [buttonId]);
  useCloseFromOutside(menu, buttonId, onClose);
  const leave = () => {
    document.getElementById(buttonId)?.focus();
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key === 'Tab') onClose();
    else if (event.key === 'Escape') leave();
    else if (!moveTo(event.key, itemsOf(event.currentTarget))) return;
    if (event.key !== 'Tab') event.preventDefault();
  };
  return (
    <div
      ref={menu}
      className="chat-menu"
      role="menu"
      popover="manual"
      aria-labelledby={buttonId}
      onKeyDown={onKeyDown}
    >
      <button type="button" role="menuitem" tabIndex={-1} onClick={onRename}>
        <ChatIcon name="pencil" size={18} />
        {sidebarTexts.menu.rename}
      </button>
      <button type="button" role="menuitem" tabIndex={-1} className="chat-menu-danger" onClick={onDelete}>
        <ChatIcon name="trash" size={18} />
        {sidebarTexts.menu.delete}
      </button>
    </div>
  );
}

const itemsOf = (menu: HTMLElement) => [...menu.querySelectorAll<HTMLElement>('[role="menuitem"]')];

/** Arrows go round; Home and End to the ends. Returns whether the key was one of these. */
function moveTo(key: string, items: readonly HTMLElement[]): boolean {
  const at = items.findIndex((item) => item.matches(':focus'));
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[key];
  if (to === undefined) return false;
  items.at(to % items.length)?.focus();
  return true;
}

const MARGIN = 8;

/** Below the button, or above it where there is no room; never beyond the window's edges. */
function place(menu: HTMLElement, button: DOMRect): void {
  const { offsetWidth: width, offsetHeight: height } = menu;
  const below = button.bottom + 4;
  const top = below + height > window.innerHeight - MARGIN ? button.top - height - 4 : below;
  const left = Math.min(button.left, window.innerWidth - width - MARGIN);
  menu.style.top = `${top}px`;
  menu.style.left = `${Math.max(MARGIN, left)}px`;
}

/** A press elsewhere closes the menu; so does what moves its button away from it. */
function useCloseFromOutside(
  menu: { readonly current: HTMLElement | null },
  buttonId: string,
  onClose: () => void,
): void {
  // As soon as the menu is seen: a press that comes at once counts.
  useLayoutEffect(() => {
    const onPress = ({ target }: Event) => {
      // The button itself toggles.
      const isInside = target instanceof Element && target.closest(`#${CSS.escape(buttonId)}`) !== null;
      if (!isInside && !(target instanceof Node && menu.current?.contains(target))) onClose();
    };
    window.addEventListener('pointerdown', onPress);
    window.addEventListener('scroll', onClose, true);
    window.addEventListener('resize', onClose);
    return () => {
      window.removeEventListener('pointerdown', onPress);
      window.removeEventListener('scroll', onClose, true);
      window.removeEventListener('resize', onClose);
    };
  }, [menu, buttonId, onClose]);
}
