import { type SyntheticEvent, useRef, useState } from 'react';
import { type Project, type ProjectColor, projectColor } from '#contract/entities';
import { PROJECT } from '#contract/limits';
import { countGraphemes, isEmoji } from '#contract/projects';
import { Button } from '../../../components/button.tsx';
import { Callout } from '../../../components/callout.tsx';
import { Dialog, DialogBody } from '../../../components/dialog.tsx';
import { Field } from '../../../components/text-fields-and-switch.tsx';
import { useStore } from '../../../lib/observable-store.ts';
import type { Projects } from '../state/chats/projects.ts';
import { projectsCopy } from './copy.ts';
import { saveProject } from './project-actions.ts';
import styles from './projects.module.css';
import { useDialogSave } from './use-dialog-save.ts';

const copy = projectsCopy.look;
/** Longest input of each field in UTF-16 units, as in the schemas of `lambdas/contract/projects.ts`. */
const INPUT_MAX_LENGTH = { name: 1_000, emoji: 32 };

interface CreateOrEditDialogProps {
  readonly projects: Projects;
  /** Project to change. @default a new one */
  readonly project: Project | undefined;
  readonly onClose: () => void;
}

interface ChangedFields {
  readonly name?: string;
  readonly emoji?: string;
  /** Undefined if the user has picked “None”. Absent if the user has picked nothing. */
  readonly color?: ProjectColor | undefined;
}

export function CreateOrEditDialog({ projects, project, onClose }: CreateOrEditDialogProps) {
  const form = useRef<HTMLDivElement>(null);
  // All attempts to create the project have the same id, so that a retry after a lost response makes no second project.
  const [projectId] = useState(() => project?.projectId ?? crypto.randomUUID());
  // Fields that the user has changed. The other fields show what the list has now. The save then keeps what another
  // device has changed since the user opened the dialog.
  const [changed, setChanged] = useState<ChangedFields>({});
  useStore(projects.state);
  const { name = '', emoji = '', color } = { ...(projects.find(projectId) ?? project), ...changed };
  const [isChecked, setChecked] = useState(false);
  const problems = isChecked ? problemsOf(name, emoji) : {};
  const look = { name: name.trim(), ...(emoji.trim() && { emoji: emoji.trim() }), ...(color && { color }) };
  const { isSaving, failure, submit } = useDialogSave(
    () => saveProject(projects, { projectId, ...look }, !project),
    onClose,
  );
  const check = (event: SyntheticEvent) => {
    event.preventDefault();
    setChecked(true);
    const [wrong] = Object.keys(problemsOf(name, emoji));
    if (wrong === undefined) void submit();
    else form.current?.querySelector<HTMLElement>(`[name=${wrong}]`)?.focus();
  };
  const title = project ? copy.changeTitle : projectsCopy.add;
  const actions = (
    <>
      <Button onClick={onClose}>{projectsCopy.cancel}</Button>
      <Button type="submit" kind="primary" aria-disabled={isSaving}>
        {isSaving ? projectsCopy.saving : projectsCopy.save}
      </Button>
    </>
  );
  return (
    <Dialog label={title} onClose={onClose}>
      <DialogBody title={title} actions={actions} onSubmit={check}>
        <div ref={form} className={styles.form}>
          <Field
            label={copy.name}
            name="name"
            dir="auto"
            autoComplete="off"
            maxLength={INPUT_MAX_LENGTH.name}
            value={name}
            error={problems.name}
            onChange={({ target }) => setChanged({ ...changed, name: target.value })}
          />
          <Field
            label={copy.emoji}
            name="emoji"
            className={styles.emoji}
            autoComplete="off"
            maxLength={INPUT_MAX_LENGTH.emoji}
            value={emoji}
            error={problems.emoji}
            onChange={({ target }) => setChanged({ ...changed, emoji: target.value })}
          />
          <Colors color={color} onChange={(value) => setChanged({ ...changed, color: value })} />
        </div>
        {failure !== undefined && <Callout kind="error">{failure}</Callout>}
      </DialogBody>
    </Dialog>
  );
}

interface ColorsProps {
  readonly color: ProjectColor | undefined;
  readonly onChange: (color: ProjectColor | undefined) => void;
}

function Colors({ color, onChange }: ColorsProps) {
  const choice = (value: ProjectColor | undefined, label: string) => (
    <label key={label} className={styles.color} title={label}>
      <input
        type="radio"
        name="color"
        aria-label={label}
        checked={color === value}
        onChange={() => onChange(value)}
      />
      <span className={styles.mark} data-color={value} aria-hidden="true" />
    </label>
  );
  return (
    <fieldset className={styles.colors}>
      <legend>{copy.color}</legend>
      {choice(undefined, copy.noColor)}
      {projectColor.options.map((value) => choice(value, copy.colors[value]))}
    </fieldset>
  );
}

/** Lists the problems in the order of the form, because the first wrong field gets the focus. */
function problemsOf(name: string, emoji: string): { readonly name?: string; readonly emoji?: string } {
  const [trimmedName, trimmedEmoji] = [name.trim(), emoji.trim()];
  return {
    ...(countGraphemes(trimmedName) > PROJECT.nameMaxGraphemes && { name: copy.nameTooLong }),
    ...(!/[^\p{C}\p{Z}]/u.test(trimmedName) && { name: copy.nameMissing }),
    ...(trimmedEmoji !== '' && !isEmoji(trimmedEmoji) && { emoji: copy.emojiWrong }),
  };
}
