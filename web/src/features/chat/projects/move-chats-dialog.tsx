import type { Chat } from '#contract/entities';
import { Button } from '../../../components/button.tsx';
import { Dialog, DialogBody } from '../../../components/dialog.tsx';
import { passFocusToHeading } from '../../../components/keep-focus-when-control-disappears.ts';
import { useStore } from '../../../lib/observable-store.ts';
import { moveMany } from '../chat-selection/change-many.ts';
import { selectionCopy } from '../chat-selection/copy.ts';
import { leaveSelection } from '../chat-selection/selected-chats.ts';
import { chatDialogState } from '../dialogs/chat-dialog-state.ts';
import type { ChatController } from '../state/chats/chat-screen-controller.ts';
import { projectsCopy } from './copy.ts';
import { moveChatToProject } from './project-actions.ts';
import styles from './projects.module.css';

const copy = projectsCopy.move;

interface MoveChatsDialogProps {
  readonly controller: ChatController;
  /** The chats as they were when the dialog was opened. Another device may have moved them since. */
  readonly chats: readonly Chat[];
  /** True for chats that are selected in the sidebar. The move ends their selection. @default false */
  readonly isSelection?: boolean;
  readonly onClose: () => void;
}

export function MoveChatsDialog({
  controller,
  isSelection = false,
  onClose,
  ...props
}: MoveChatsDialogProps) {
  const { chats: known } = useStore(controller.list.state);
  const projects = useStore(controller.list.projects.state);
  const chats = props.chats.map((chat) => known.find(({ chatId }) => chatId === chat.chatId) ?? chat);
  const [first] = chats;
  const places = new Set(chats.map(({ projectId }) => controller.list.projects.find(projectId)?.projectId));
  const current = places.size === 1 ? [...places][0] : undefined;
  const canLeave = places.size > 1 || current !== undefined;
  const move = (projectId: string | undefined) => {
    onClose();
    if (isSelection) {
      leaveSelection(first?.chatId);
      void moveMany(controller, chats, projectId);
    } else if (first) void moveChatToProject(controller, first, projectId);
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
          {chats.length === 1 ? first?.name : selectionCopy.count(chats.length)}
        </p>
        {projects.length === 0 && <p>{copy.none}</p>}
        <ul className={styles.targets}>
          {projects.map(({ projectId, name, emoji, color }) => (
            <li key={projectId}>
              <Button
                ref={passFocusToHeading}
                kind="plain"
                aria-current={projectId === current}
                onClick={() => move(projectId)}
              >
                <span className={styles.mark} data-color={color} aria-hidden="true">
                  {emoji}
                </span>
                <span className={styles.name} dir="auto">
                  {name}
                </span>
              </Button>
            </li>
          ))}
          {canLeave && (
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
