import { useEffect, useState } from 'react';
import type { Chat, Project } from '#contract/entities';
import { Button } from '../../../components/button.tsx';
import { commonCopy } from '../../../lib/common-and-sign-in-copy.ts';
import { useStore } from '../../../lib/observable-store.ts';
import { chatCopy } from '../copy.ts';
import { ChatRow, type RowAction } from '../sidebar/chat-row.tsx';
import { isListed } from '../state/chats/chat-list.ts';
import type { ChatController } from '../state/chats/chat-screen-controller.ts';
import { projectsCopy as copy } from './copy.ts';
import styles from './projects.module.css';

interface ProjectChatsProps {
  readonly id: string;
  readonly project: Project;
  readonly controller: ChatController;
}

export function ProjectChats({ id, project: { projectId, name }, controller }: ProjectChatsProps) {
  const { phase, cursor, oldest, readOn } = usePages(controller, projectId);
  const { chats: known, phase: listPhase, isKept, nextCursor = ALL_READ } = useStore(controller.list.state);
  const open = useStore(controller.open)?.chatId;
  const [acting, setActing] = useState<{ chatId: string; action: RowAction }>();
  const [actions] = useState(() => ({
    controller,
    onAction: (chatId: string, action: RowAction | undefined) => setActing(action && { chatId, action }),
    onRename: (chatId: string, newName: string) => void controller.renameChat(chatId, newName),
  }));
  // The project's chats and the sidebar's list are both read page by page, the newest chats first. True for a chat if
  // the project's chats or the list have been read as far back as this chat. An older chat may be known already, for
  // example because it is pinned. The older chat stays hidden until the chats between it and the shown chats are
  // loaded. Chat ids sort by time of creation.
  const isRead = ({ chatId }: Chat) =>
    chatId >= oldest || ((listPhase === 'ready' || isKept) && chatId >= nextCursor);
  const chats = known.filter((chat) => chat.projectId === projectId && isListed(chat) && isRead(chat));
  const stop = chats.find(({ chatId }) => chatId === open) ?? chats[0];
  return (
    <div id={id} className={styles.chats}>
      <ul aria-label={copy.chatsOf(name)}>
        {chats.map((chat) => (
          <ChatRow
            key={chat.chatId}
            chat={chat}
            isTabStop={chat === stop}
            action={acting?.chatId === chat.chatId ? acting.action : undefined}
            {...actions}
          />
        ))}
      </ul>
      {phase === 'loading' && cursor === undefined && (
        <p className={styles.note}>{commonCopy.loadingMessage}</p>
      )}
      {phase === 'ready' && chats.length === 0 && <p className={styles.note}>{copy.none}</p>}
      {phase === 'failed' && (
        <div className={styles.note} role="alert">
          <p>{copy.chatsFailed}</p>
          <Button isSmall ref={passFocusToProject} onClick={() => void readOn()}>
            {commonCopy.retry}
          </Button>
        </div>
      )}
      {phase !== 'failed' && cursor !== undefined && (
        <Button kind="plain" ref={passFocusToProject} onClick={() => phase === 'ready' && void readOn()}>
          {phase === 'loading' ? commonCopy.loadingMessage : chatCopy.chats.more}
        </Button>
      )}
    </div>
  );
}

/**
 * Ref of a button that may disappear while it has the focus. The browser would drop the focus, so the cleanup of this
 * ref moves the focus to the project's row.
 */
const passFocusToProject = (button: HTMLElement | null) => () => {
  const project = button?.closest('[data-project]');
  if (button === document.activeElement) project?.querySelector<HTMLElement>('[data-row]')?.focus();
};

/** Every chat's id sorts after ALL_READ and before NONE_READ. */
const ALL_READ = '';
const NONE_READ = '~';

/** The project's chats with an id of `oldest` or higher have been read. `readOn` reads the next page. */
function usePages({ list }: ChatController, projectId: string) {
  const [cursor, setCursor] = useState<string>();
  const [oldest, setOldest] = useState(NONE_READ);
  const [phase, setPhase] = useState<'loading' | 'ready' | 'failed'>('loading');
  const readOn = async () => {
    setPhase('loading');
    try {
      const next = await list.loadProject(projectId, cursor);
      setCursor(next);
      setOldest(next ?? ALL_READ);
      setPhase('ready');
    } catch {
      setPhase('failed');
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first page is read once
  useEffect(() => void readOn(), []);
  return { cursor, oldest, phase, readOn };
}
