import type { Chat } from '#contract/entities';
import { Button } from '../../../components/button.tsx';
import { Dialog, DialogBody } from '../../../components/dialog.tsx';
import { useStore } from '../../../lib/observable-store.ts';
import { chatDialogState } from '../dialogs/chat-dialog-state.ts';
import type { ChatController } from '../state/chats/chat-controller.ts';
import { moveChatToProject } from './change-projects.ts';
import { projectsCopy } from './copy.ts';
import styles from './projects.module.css';

const copy = projectsCopy.move;

interface MoveDialogProps {
  readonly controller: ChatController;
  readonly chat: Chat;
  readonly onClose: () => void;
}

/** Dialog that moves a chat to the project that the user picks. */
export function MoveDialog({ controller, chat, onClose }: MoveDialogProps) {
  const projects = useStore(controller.list.projects.state);
  const current = controller.list.projects.find(chat.projectId)?.projectId;
  const move = (projectId: string | undefined) => {
    onClose();
    void moveChatToProject(controller, chat, projectId);
  };
  const actions = (
    <>
      <Button onClick={() => chatDialogState.set({ kind: 'project' })}>{projectsCopy.add}</Button>
      <Button onClick={onClose}>{projectsCopy.cancel}</Button>
    </>
  );
  return (
    <Dialog label={copy.title} onClose={onClose}>
      <DialogBody title={copy.title} actions={actions}>
        <p className="soft" dir="auto">
          {chat.name}
        </p>
        {projects.length === 0 && <p>{copy.none}</p>}
        <ul className={styles.targets}>
          {projects.map(({ projectId, name, emoji, color }) => (
            <li key={projectId}>
              <Button kind="plain" aria-current={projectId === current} onClick={() => move(projectId)}>
                <span className={styles.mark} data-color={color} aria-hidden="true">
                  {emoji}
                </span>
                <span className={styles.name} dir="auto">
                  {name}
                </span>
              </Button>
            </li>
          ))}
          {current !== undefined && (
            <li>
              <Button kind="plain" onClick={() => move(undefined)}>
                <span className={styles.mark} aria-hidden="true" />
                {copy.outside}
              </Button>
            </li>
          )}
        </ul>
      </DialogBody>
    </Dialog>
  );
}
