import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef } from 'react';
import type { Chat } from '#contract/entities';
import { Button, IconButton } from '../../../components/button.tsx';
import { classNames } from '../../../components/class-names.ts';
import { Icon } from '../../../components/icon.tsx';
import { LineIcon } from '../../../components/line-icon.tsx';
import { formatDateTime } from '../../../lib/format-date.ts';
import { useStore } from '../../../lib/observable-store.ts';
import { ARCHIVE_ICON } from '../archive/archive-icon.ts';
import { chatDialogState } from '../dialogs/chat-dialog-state.ts';
import { projectsCopy } from '../projects/copy.ts';
import { FOLDER_ICON } from '../projects/folder-icon.ts';
import { keepFocus } from '../sidebar/row-focus.ts';
import type { ChatController } from '../state/chats/chat-screen-controller.ts';
import { archiveMany, deleteMany } from './change-many.ts';
import styles from './chat-selection.module.css';
import { selectionCopy as copy } from './copy.ts';
import { leaveSelection, selectedChats } from './selected-chats.ts';
import { useSelection } from './use-chat-selection.ts';

interface ChatSelectionProps {
  readonly controller: ChatController;
  /** Chats of the sidebar's list, in the list's order. */
  readonly chats: readonly Chat[];
}

/** The sidebar's list while chats are being selected, with the actions on the selected chats. */
export function ChatSelection({ controller, chats }: ChatSelectionProps) {
  const selected = useStore(selectedChats);
  const hint = useId();
  const list = useRef<HTMLUListElement>(null);
  const { stop, onFocus, onKeyDown, onToggle } = useSelection(chats, list);
  useEffect(() => {
    // Focuses a checkbox, unless another element has the focus: this list is also shown after a failed move of chats,
    // and the user may be writing by then.
    if (document.activeElement !== document.body) return;
    const find = (selector: string) => list.current?.querySelector<HTMLElement>(selector);
    (find(':checked') ?? find('input'))?.focus();
  }, []);
  const chosen = chats.filter(({ chatId }) => selected?.has(chatId));
  const act = (change: typeof archiveMany) => {
    leaveSelection();
    void change(controller, chosen);
  };
  const onEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    // Otherwise Escape would also close the sidebar on a phone.
    event.preventDefault();
    leaveSelection(stop);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out like this list
    <div role="group" aria-label={copy.label} aria-describedby={hint} onKeyDown={onEscape}>
      <div className={styles.bar}>
        <p className={styles.count} role="status">
          {copy.count(chosen.length)}
        </p>
        <IconButton
          className={styles.action}
          aria-label={copy.archive}
          title={copy.archive}
          disabled={chosen.length === 0}
          onClick={() => act(archiveMany)}
        >
          <LineIcon name="archive" path={ARCHIVE_ICON} size={18} />
        </IconButton>
        <IconButton
          className={styles.action}
          aria-label={projectsCopy.menu.move}
          title={projectsCopy.menu.move}
          disabled={chosen.length === 0}
          aria-haspopup="dialog"
          onClick={() => chatDialogState.set({ kind: 'moveChats', chats: chosen })}
        >
          <LineIcon name="folder" path={FOLDER_ICON} size={18} />
        </IconButton>
        <IconButton
          className={classNames(styles.action, styles.delete)}
          aria-label={copy.delete}
          title={copy.delete}
          disabled={chosen.length === 0}
          onClick={() => act(deleteMany)}
        >
          <Icon name="trash" size={18} />
        </IconButton>
        <Button isSmall kind="plain" className={styles.done} onClick={() => leaveSelection(stop)}>
          {copy.done}
        </Button>
      </div>
      <p id={hint} className="visually-hidden">
        {copy.hint}
      </p>
      <ul ref={list} onKeyDown={onKeyDown} onFocus={onFocus}>
        {chats.map((chat) => (
          <Row
            key={chat.chatId}
            chat={chat}
            isSelected={selected?.has(chat.chatId) ?? false}
            isTabStop={chat.chatId === stop}
            onToggle={onToggle}
          />
        ))}
      </ul>
    </div>
  );
}

interface RowProps {
  readonly chat: Chat;
  readonly isSelected: boolean;
  readonly isTabStop: boolean;
  readonly onToggle: (chatId: string, isRange: boolean) => void;
}

function Row({ chat: { chatId, name, createdAt }, isSelected, isTabStop, onToggle }: RowProps) {
  const toggle = (event: MouseEvent) => onToggle(chatId, event.shiftKey);
  return (
    <li ref={keepFocus}>
      <label className={styles.row}>
        <input
          type="checkbox"
          data-select={chatId}
          checked={isSelected}
          tabIndex={isTabStop ? 0 : -1}
          onClick={toggle}
          onChange={noChange}
        />
        <span className={styles.about}>
          <span className={styles.name} dir="auto">
            {name}
          </span>
          <time className={styles.time} dateTime={createdAt}>
            {formatDateTime(createdAt)}
          </time>
        </span>
      </label>
    </li>
  );
}

/** `onClick` makes the change, because its event has `shiftKey`. Without `onChange`, React would warn. */
const noChange = () => undefined;
