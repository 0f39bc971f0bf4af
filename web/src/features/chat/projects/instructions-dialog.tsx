import { useEffect, useState } from 'react';
import type { Project } from '#contract/entities';
import { PROJECT } from '#contract/limits';
import { Button } from '../../../components/button.tsx';
import { Callout } from '../../../components/callout.tsx';
import { Dialog, DialogBody } from '../../../components/dialog.tsx';
import { passFocusToHeading } from '../../../components/keep-focus-when-control-disappears.ts';
import { TextArea } from '../../../components/text-fields-and-switch.tsx';
import { commonCopy } from '../../../lib/common-and-sign-in-copy.ts';
import type { Projects } from '../state/chats/projects.ts';
import { projectsCopy } from './copy.ts';
import { readInstructions, saveInstructions } from './project-actions.ts';
import { useDialogSave } from './use-dialog-save.ts';

const copy = projectsCopy.instructions;

interface InstructionsDialogProps {
  readonly projects: Projects;
  readonly project: Project;
  readonly onClose: () => void;
}

export function InstructionsDialog({ projects, project, onClose }: InstructionsDialogProps) {
  const { projectId, name } = project;
  const { text, hasFailed, setText, read } = useText(projectId);
  const save = useDialogSave(() => saveInstructions(projects, projectId, text ?? ''), onClose);
  const left = PROJECT.instructionsMaxLength - (text ?? '').trim().length;
  const isReady = text !== undefined && left >= 0;
  const title = copy.title(name);
  const actions = (
    <>
      <Button onClick={onClose}>{projectsCopy.cancel}</Button>
      <Button type="submit" kind="primary" aria-disabled={save.isSaving || !isReady}>
        {save.isSaving ? projectsCopy.saving : projectsCopy.save}
      </Button>
    </>
  );
  return (
    <Dialog label={title} onClose={onClose}>
      <DialogBody
        title={title}
        actions={actions}
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) void save.submit();
        }}
      >
        <p className="soft">{copy.about}</p>
        {text !== undefined && (
          <TextArea
            label={copy.label}
            placeholder={copy.placeholder}
            dir="auto"
            rows={8}
            value={text}
            {...(left < 0 ? { error: copy.tooLong(-left) } : { hint: copy.left(left) })}
            onChange={({ target }) => setText(target.value)}
          />
        )}
        {text === undefined && !hasFailed && <p role="status">{copy.loading}</p>}
        {hasFailed && (
          <Callout kind="error">
            {copy.failed}{' '}
            <Button ref={passFocusToHeading} onClick={() => void read()}>
              {commonCopy.retry}
            </Button>
          </Callout>
        )}
        {save.failure !== undefined && <Callout kind="error">{save.failure}</Callout>}
      </DialogBody>
    </Dialog>
  );
}

function useText(projectId: string) {
  const [text, setText] = useState<string>();
  const [hasFailed, setFailed] = useState(false);
  const read = async () => {
    setFailed(false);
    try {
      setText(await readInstructions(projectId));
    } catch {
      setFailed(true);
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: read only when the dialog opens
  useEffect(() => void read(), []);
  return { text, hasFailed, setText, read };
}
