import { type MouseEvent, memo, useId } from 'react';
import type { Chat } from '#contract/entities';
import { IconButton } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { Link } from '../../../components/link.tsx';
import { OnDemand } from '../../../components/load-on-demand-or-when-idle.tsx';
import { formatDateTime } from '../../../lib/format-date.ts';
import { sidebar } from '../../../lib/sidebar-state.ts';
import { chatCopy } from '../copy.ts';
import { loadLazyComponents } from '../load-deferred-components.ts';
import type { ChatController } from '../state/chats/chat-screen-controller.ts';
import { switchChatUnlessCreating } from '../switch-chat-unless-creating.ts';
import { keepFocus, linkOf } from './row-focus.ts';
import styles from './sidebar.module.css';

/** Control that is open in a chat's row. */
export type RowAction = 'menu' | 'rename';

interface ChatRowProps {
  readonly chat: Chat;
  /** Emoji of the chat's project. */
  readonly mark?: string | undefined;
  /** True for the one row that the Tab key reaches. Arrow keys reach the others. */
  readonly isTabStop: boolean;
  readonly action: RowAction | undefined;
  readonly onAction: (chatId: string, action: RowAction | undefined) => void;
  readonly onRename: (chatId: string, name: string) => void;
  readonly controller: ChatController;
}

export const ChatRow = memo(function ChatRow(props: ChatRowProps) {
  const { chat, isTabStop, action, onAction, onRename, controller } = props;
  const { chatId, name } = chat;
  const buttonId = useId();
  const end = () => onAction(chatId, undefined);
  const endRename = (byKey: boolean) => {
    end();
    // React renders the menu button again only after `end`, so the focus moves in the next frame. If the chat was
    // pinned or unpinned during the rename, React mounts a new row and button. The chat's link then gets the focus.
    if (byKey) requestAnimationFrame(() => (document.getElementById(buttonId) ?? linkOf(chatId))?.focus());
  };
  if (action === 'rename')
    return (
      <li ref={keepFocus} className={styles.row}>
        <OnDemand load={loadLazyComponents} onFailure={end}>
          {({ ChatNameField }) => (
            <ChatNameField name={name} onRename={(newName) => onRename(chatId, newName)} onEnd={endRename} />
          )}
        </OnDemand>
      </li>
    );
  return (
    <li ref={keepFocus} className={styles.row}>
      <ChatLink {...props} />
      <IconButton
        id={buttonId}
        className={styles.options}
        tabIndex={isTabStop ? 0 : -1}
        aria-label={chatCopy.chats.options(name)}
        aria-haspopup="menu"
        aria-expanded={action === 'menu'}
        onClick={() => onAction(chatId, action === 'menu' ? undefined : 'menu')}
      >
        <Icon name="more" />
      </IconButton>
      {action === 'menu' && (
        <OnDemand load={loadLazyComponents} onFailure={end}>
          {({ ChatMenu }) => (
            <ChatMenu
              chat={chat}
              buttonId={buttonId}
              onRename={() => onAction(chatId, 'rename')}
              controller={controller}
              onClose={end}
            />
          )}
        </OnDemand>
      )}
    </li>
  );
});

function ChatLink({ chat, mark, isTabStop, controller }: ChatRowProps) {
  const { removeAt } = chat;
  const onClick = (event: MouseEvent) =>
    switchChatUnlessCreating(controller, event, () => sidebar.closeOnMobile());
  return (
    <Link
      className={styles.link}
      to={`/chat/${chat.chatId}`}
      data-chat={chat.chatId}
      tabIndex={isTabStop ? 0 : -1}
      onClick={onClick}
    >
      <span className={styles.name} dir="auto">
        {mark && <span aria-hidden="true">{mark} </span>}
        {chat.name}
      </span>
      <time className={styles.time} dateTime={chat.createdAt}>
        {formatDateTime(chat.createdAt)}
      </time>
      {removeAt && (
        <OnDemand load={loadLazyComponents}>{({ ExpiryMark }) => <ExpiryMark at={removeAt} />}</OnDemand>
      )}
    </Link>
  );
}
