import { useEffect, useState } from 'react';
import type { Chat, Project } from '#contract/entities';
import { Button } from '../../../components/button.tsx';
import { commonCopy } from '../../../lib/common-copy.ts';
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
  // True for a chat that is not older than the last chat read, of the project's pages or of the sidebar's list. An older
  // chat, for example a pinned one, is hidden: chats between it and the shown ones are not loaded yet. Chat ids sort by
  // time of creation.
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

/** Ref of a button that may disappear. Moves the focus to the project's row, because the browser would drop it. */
const passFocusToProject = (button: HTMLElement | null) => () => {
  const project = button?.closest('[data-project]');
  if (button === document.activeElement) project?.querySelector<HTMLElement>('[data-row]')?.focus();
};

/** Every chat's id sorts after ALL_READ and before NONE_READ. */
const ALL_READ = '';
const NONE_READ = '~';

/** All chats of the project whose id is `oldest` or higher have been read. `readOn` reads the next page. */
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
