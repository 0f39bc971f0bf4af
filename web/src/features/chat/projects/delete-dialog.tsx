import type { Project } from '#contract/entities';
import { Button } from '../../../components/button.tsx';
import { Callout } from '../../../components/callout.tsx';
import { Dialog, DialogBody } from '../../../components/dialog.tsx';
import type { Projects } from '../state/chats/projects.ts';
import { projectsCopy } from './copy.ts';
import { removeProject } from './project-actions.ts';
import { useDialogSave } from './use-dialog-save.ts';

const copy = projectsCopy.deletion;

interface DeleteDialogProps {
  readonly projects: Projects;
  readonly project: Project;
  readonly onClose: () => void;
}

export function DeleteDialog({ projects, project, onClose }: DeleteDialogProps) {
  const { isSaving, failure, submit } = useDialogSave(
    () => removeProject(projects, project.projectId),
    onClose,
  );
  const title = copy.title(project.name);
  const actions = (
    <>
      <Button onClick={onClose}>{projectsCopy.cancel}</Button>
      <Button kind="danger" aria-disabled={isSaving} onClick={() => void submit()}>
        {projectsCopy.menu.delete}
      </Button>
    </>
  );
  return (
    <Dialog label={title} role="alertdialog" onClose={onClose}>
      <DialogBody title={title} actions={actions}>
        <p>{copy.about}</p>
        {failure !== undefined && <Callout kind="error">{failure}</Callout>}
      </DialogBody>
    </Dialog>
  );
}
