import { useEffect } from 'react';
import { OnDemand } from '../../../components/load-on-demand-or-when-idle.tsx';
import { createStore, useStore } from '../../../lib/observable-store.ts';
import type { ChatController } from '../state/chats/chat-screen-controller.ts';

export const loadSearch = () => import('./search-dialog.tsx');
const close = () => searchPopup.set(false);

interface SearchLauncherProps {
  readonly controller: ChatController;
  readonly email: string;
}

/** Shows the search popup (docs/spec.md 2.6). Ctrl+K or Cmd+K opens and closes it. */
export function SearchLauncher(props: SearchLauncherProps) {
  const isOpen = useStore(searchPopup);
  useEffect(() => {
    window.addEventListener('keydown', onShortcut);
    return () => {
      window.removeEventListener('keydown', onShortcut);
      close();
    };
  }, []);
  if (!isOpen) return null;
  return (
    <OnDemand load={loadSearch} onFailure={close}>
      {({ SearchDialog }) => <SearchDialog {...props} onClose={close} />}
    </OnDemand>
  );
}

function onShortcut(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
  if (key.toLowerCase() !== 'k' || ctrlKey === metaKey || shiftKey || altKey) return;
  event.preventDefault();
  if (searchPopup.get()) close();
  else if (!document.querySelector(OTHER_DIALOG)) searchPopup.set(true);
}

const OTHER_DIALOG = 'dialog[open], [role="dialog"], [role="alertdialog"]';

export const searchPopup = createStore(false);

const isApple = /Mac|iP(?:hone|ad|od)/.test(globalThis.navigator?.platform ?? '');
export const SEARCH_SHORTCUT = isApple ? '⌘K' : 'Ctrl+K';
