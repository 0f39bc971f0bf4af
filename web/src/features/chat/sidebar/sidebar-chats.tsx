import { type FocusEvent, useEffect, useRef, useState } from 'react';
import type { Chat } from '#contract/entities';
import { Button } from '../../../components/button.tsx';
import { classNames } from '../../../components/class-names.ts';
import { OnDemand } from '../../../components/load-on-demand-or-when-idle.tsx';
import { commonCopy } from '../../../lib/common-and-sign-in-copy.ts';
import { useStore } from '../../../lib/observable-store.ts';
import { endSelection, selectedChats } from '../chat-selection/selected-chats.ts';
import { chatCopy } from '../copy.ts';
import { loadLazyComponents } from '../load-deferred-components.ts';
import { isListed } from '../state/chats/chat-list.ts';
import type { ChatController } from '../state/chats/chat-screen-controller.ts';
import { ChatRow, type RowAction } from './chat-row.tsx';
import { moveFocus } from './row-focus.ts';
import styles from './sidebar.module.css';

const copy = chatCopy.chats;

export function SidebarChats({ controller }: { readonly controller: ChatController }) {
  const { phase, chats, nextCursor } = useStore(controller.list.state);
  const isSelecting = useStore(selectedChats) !== undefined;
  if (phase === 'loading' && chats.length === 0)
    return <p className={classNames(styles.note, 'soft')}>{commonCopy.loadingMessage}</p>;
  if (phase === 'failed')
    return (
      <div className={styles.note} role="alert">
        <p>{copy.listFailed}</p>
        <Button onClick={() => void controller.readList()}>{commonCopy.retry}</Button>
      </div>
    );
  return (
    <>
      {isSelecting && chats.some(isListed) ? (
        <OnDemand load={loadSelection} onFailure={endSelection}>
          {({ ChatSelection }) => (
            <ChatSelection controller={controller} chats={inSections(chats, nextCursor).flat()} />
          )}
        </OnDemand>
      ) : (
        <Rows controller={controller} />
      )}
      <OlderChats controller={controller} />
    </>
  );
}

const loadSelection = () => import('../chat-selection/selectable-chat-list.tsx');

interface Acting {
  readonly chatId: string;
  readonly action: RowAction;
  /** True if the chat was pinned when the action began. */
  readonly wasPinned: boolean;
}

function inSections(chats: readonly Chat[], cursor = '', acting?: Acting): [pinned: Chat[], rest: Chat[]] {
  const listed = chats.filter(isListed);
  // A row with an open control keeps its section when another device pins or unpins the chat: in the other section it
  // would be mounted again, and the text of a rename would be lost.
  const isPinned = ({ chatId, pinnedAt }: Chat) =>
    chatId === acting?.chatId ? acting.wasPinned : pinnedAt !== undefined;
  // The chats of a project are read when the user opens the project. An old chat of a project may thus be known before
  // the list has read the page of this chat. Until then, the chat is hidden here. Otherwise newer chats would be
  // missing above the chat, and later pages would insert them there. `cursor` is the id of the oldest chat on the pages
  // read so far; ids sort by time of creation.
  const isRead = ({ projectId, chatId }: Chat) => projectId === undefined || chatId >= cursor;
  return [listed.filter(isPinned), listed.filter((chat) => !isPinned(chat) && isRead(chat))];
}

function Rows({ controller }: { readonly controller: ChatController }) {
  const { chats: known, nextCursor } = useStore(controller.list.state);
  const projects = useStore(controller.list.projects.state);
  const [acting, setActing] = useState<Acting>();
  const [pinned, rest] = inSections(known, nextCursor, acting);
  const emojis = new Map(projects.map(({ projectId, emoji }) => [projectId, emoji]));
  const chats = [...pinned, ...rest];
  const open = useStore(controller.open)?.chatId;
  // Closes the menu or rename of a chat that has left the list. Otherwise, if another device archives and unarchives
  // the chat, the rename would open again and take the focus.
  if (acting && !chats.some(({ chatId }) => chatId === acting.chatId)) setActing(undefined);
  const [focused, setFocused] = useState<string>();
  const [actions] = useState(() => ({
    controller,
    onAction: (chatId: string, action: RowAction | undefined) =>
      setActing(
        action && { chatId, action, wasPinned: controller.list.find(chatId)?.pinnedAt !== undefined },
      ),
    onRename: (chatId: string, name: string) => void controller.renameChat(chatId, name),
  }));
  const stop = [focused, open, chats[0]?.chatId].find((id) => chats.some(({ chatId }) => chatId === id));
  const onFocus = ({ target }: FocusEvent) => setFocused(chatIdOf(target));
  const list = (some: readonly Chat[], label?: string) => (
    <ul aria-label={label} onKeyDown={moveFocus} onFocus={onFocus}>
      {some.map((chat) => (
        <ChatRow
          key={chat.chatId}
          chat={chat}
          mark={chat.projectId === undefined ? undefined : emojis.get(chat.projectId)}
          isTabStop={chat.chatId === stop}
          action={acting?.chatId === chat.chatId ? acting.action : undefined}
          {...actions}
        />
      ))}
    </ul>
  );
  const hasPinned = pinned.length > 0;
  // The list of the unpinned chats keeps its position among the children. Otherwise React would mount it again when the
  // first chat is pinned or the last one is unpinned, and the focus would be lost.
  return (
    <>
      {hasPinned && <h2 className={styles.section}>{copy.pinned}</h2>}
      {hasPinned && list(pinned, copy.pinned)}
      <OnDemand load={loadLazyComponents}>
        {({ ProjectsSection }) => <ProjectsSection controller={controller} />}
      </OnDemand>
      <h2 className={styles.section}>{copy.label}</h2>
      {chats.length > 0 ? (
        list(rest, copy.label)
      ) : (
        <p className={classNames(styles.note, 'soft')}>{copy.none}</p>
      )}
    </>
  );
}

const chatIdOf = (target: Element) =>
  target.closest('li')?.querySelector<HTMLElement>('a[data-chat]')?.dataset.chat;

function OlderChats({ controller: { list } }: { readonly controller: ChatController }) {
  const { nextCursor, more, isKept } = useStore(list.state);
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (nextCursor === undefined || isKept || !end.current) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) void list.loadMore();
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [list, nextCursor, isKept]);
  if (nextCursor === undefined || isKept) return null;
  return (
    <div ref={end} className={styles.note}>
      {more === 'failed' && <p role="alert">{copy.moreFailed}</p>}
      <Button kind="plain" onClick={() => void list.loadMore()}>
        {more === 'loading' ? commonCopy.loadingMessage : copy.more}
      </Button>
    </div>
  );
}
