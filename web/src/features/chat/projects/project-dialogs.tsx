import { OnDemand } from '../../../components/load-on-demand-or-when-idle.tsx';
import { useStore } from '../../../lib/observable-store.ts';
import { chatDialogState } from '../dialogs/chat-dialog-state.ts';
import { loadFileViews } from '../files/load-file-components-chunk.ts';
import type { ChatController } from '../state/chats/chat-screen-controller.ts';
import { CreateOrEditDialog } from './create-or-edit-dialog.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { InstructionsDialog } from './instructions-dialog.tsx';
import { MoveChatsDialog } from './move-chats-dialog.tsx';

interface ProjectDialogsProps {
  readonly controller: ChatController;
  readonly onClose: () => void;
}

export function ProjectDialogs({ controller, onClose }: ProjectDialogsProps) {
  const dialog = useStore(chatDialogState);
  const { projects } = controller.list;
  if (dialog?.kind === 'project')
    return <CreateOrEditDialog projects={projects} project={dialog.project} onClose={onClose} />;
  if (dialog?.kind === 'projectInstructions')
    return <InstructionsDialog projects={projects} project={dialog.project} onClose={onClose} />;
  if (dialog?.kind === 'projectFiles')
    return (
      <OnDemand load={loadFileViews} onFailure={onClose}>
        {({ FilesDialog }) => <FilesDialog projects={projects} project={dialog.project} onClose={onClose} />}
      </OnDemand>
    );
  if (dialog?.kind === 'deleteProject')
    return <DeleteDialog projects={projects} project={dialog.project} onClose={onClose} />;
  if (dialog?.kind === 'moveChat')
    return <MoveChatsDialog controller={controller} chats={[dialog.chat]} onClose={onClose} />;
  if (dialog?.kind === 'moveChats')
    return <MoveChatsDialog controller={controller} chats={dialog.chats} isSelection onClose={onClose} />;
  return null;
}
