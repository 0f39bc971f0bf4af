import type { Project } from '#contract/entities';
import { AddChatIcon } from '../../../components/add-chat-icon.tsx';
import { Icon } from '../../../components/icon.tsx';
import { LineIcon } from '../../../components/line-icon.tsx';
import { Menu, MenuItem } from '../../../components/menu.tsx';
import { sidebar } from '../../../lib/sidebar-state.ts';
import { chatDialogState } from '../dialogs/chat-dialog-state.ts';
import type { ChatController } from '../state/chats/chat-screen-controller.ts';
import { useNewChat } from '../use-new-chat.ts';
import { projectsCopy } from './copy.ts';
import { shiftProject } from './project-actions.ts';

const copy = projectsCopy.menu;
const LINES = 'M5 6h14M5 12h14M5 18h8';
const PAGES = 'M8 3h7l4 4v11H8zM15 3v4h4M5 7v14h11';
const UP = 'M12 19V5M6 11l6-6 6 6';
const DOWN = 'M12 5v14M6 13l6 6 6-6';

interface ProjectMenuProps {
  readonly project: Project;
  readonly buttonId: string;
  readonly controller: ChatController;
  readonly onNewChat: () => void;
  readonly onClose: () => void;
}

export function ProjectMenu({ project, buttonId, controller, onNewChat, onClose }: ProjectMenuProps) {
  const newChat = useNewChat(controller);
  const { projects } = controller.list;
  const all = projects.state.get();
  /** Focuses the menu's button before `act`: a dialog that `act` opens returns the focus there when it closes. */
  const then = (act: () => void) => () => {
    document.getElementById(buttonId)?.focus();
    onClose();
    act();
  };
  const begin = then(() => {
    onNewChat();
    sidebar.closeOnMobile();
    void newChat({ projectId: project.projectId });
  });
  const open = (kind: 'project' | 'projectInstructions' | 'projectFiles' | 'deleteProject') =>
    then(() => chatDialogState.set({ kind, project }));
  const shift = (by: -1 | 1) =>
    then(() => {
      shiftProject(projects, project.projectId, by);
      // React moves the row in the document, which takes the focus from the row's button. If the project is no longer
      // among the first projects, its row has disappeared. The focus then goes to the button that shows all projects.
      requestAnimationFrame(() => {
        const button = document.getElementById(buttonId);
        (button ?? document.querySelector<HTMLElement>('[data-all-projects]'))?.focus();
      });
    });
  return (
    <Menu buttonId={buttonId} onClose={onClose}>
      <MenuItem onClick={begin}>
        <AddChatIcon />
        {copy.newChat}
      </MenuItem>
      <MenuItem onClick={open('project')}>
        <Icon name="pencil" size={18} />
        {copy.rename}
      </MenuItem>
      <MenuItem onClick={open('projectInstructions')}>
        <LineIcon name="lines" path={LINES} size={18} />
        {copy.instructions}
      </MenuItem>
      <MenuItem onClick={open('projectFiles')}>
        <LineIcon name="pages" path={PAGES} size={18} />
        {copy.files}
      </MenuItem>
      {all[0]?.projectId !== project.projectId && (
        <MenuItem onClick={shift(-1)}>
          <LineIcon name="up" path={UP} size={18} />
          {copy.up}
        </MenuItem>
      )}
      {all.at(-1)?.projectId !== project.projectId && (
        <MenuItem onClick={shift(1)}>
          <LineIcon name="down" path={DOWN} size={18} />
          {copy.down}
        </MenuItem>
      )}
      <MenuItem isDangerous onClick={open('deleteProject')}>
        <Icon name="trash" size={18} />
        {copy.delete}
      </MenuItem>
    </Menu>
  );
}
