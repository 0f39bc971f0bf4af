import { type SyntheticEvent, useRef, useState } from 'react';
import { AppError } from '#contract/error-codes';
import type { SavedPrompt } from '#contract/instructions-and-prompts';
import { SAVED_PROMPT } from '#contract/limits';
import { Button } from '../../components/button.tsx';
import { Callout } from '../../components/callout.tsx';
import { Dialog, DialogBody } from '../../components/dialog.tsx';
import { Field, TextArea } from '../../components/text-fields-and-switch.tsx';
import { personalCopy } from './copy.ts';
import styles from './instructions-and-prompts.module.css';

const copy = personalCopy.prompts;

interface PromptDialogProps {
  readonly prompt: SavedPrompt;
  readonly onSave: (prompt: SavedPrompt) => Promise<unknown>;
  readonly onSaved: (name: string) => void;
  readonly onClose: () => void;
}

export function PromptDialog({ prompt, onSave, onSaved, onClose }: PromptDialogProps) {
  const form = useRef<HTMLDivElement>(null);
  const [draft, setDraft] = useState(prompt);
  const [isChecked, setChecked] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<string>();
  const problems = isChecked ? problemsOf(draft) : {};
  const title = prompt.name === '' ? copy.addTitle : copy.editTitle;
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (isSaving) return;
    setChecked(true);
    const [wrong] = Object.keys(problemsOf(draft));
    if (wrong !== undefined) {
      form.current?.querySelector<HTMLElement>(`[name=${wrong}]`)?.focus();
      return;
    }
    setSaving(true);
    setFailure(undefined);
    try {
      await onSave({ ...draft, name: draft.name.trim(), text: draft.text.trim() });
      onSaved(draft.name.trim());
      // The user may have closed this dialog during the request. `onClose` would then close a dialog opened since.
      if (form.current) onClose();
    } catch (error) {
      setSaving(false);
      setFailure(
        error instanceof AppError && error.code === 'too_many_prompts' ? error.message : copy.saveFailed,
      );
    }
  };
  const actions = (
    <>
      <Button onClick={onClose}>{copy.cancel}</Button>
      <Button type="submit" kind="primary" aria-disabled={isSaving}>
        {isSaving ? copy.saving : copy.save}
      </Button>
    </>
  );
  return (
    <Dialog label={title} onClose={onClose}>
      <DialogBody title={title} actions={actions} onSubmit={(event) => void submit(event)}>
        <div ref={form} className={styles.form}>
          <Field
            label={copy.name}
            name="name"
            dir="auto"
            autoComplete="off"
            maxLength={SAVED_PROMPT.nameMaxLength}
            value={draft.name}
            error={problems.name}
            onChange={({ target }) => setDraft({ ...draft, name: target.value })}
          />
          <TextArea
            label={copy.text}
            name="text"
            dir="auto"
            rows={7}
            value={draft.text}
            hint={copy.textHint}
            error={problems.text}
            onChange={({ target }) => setDraft({ ...draft, text: target.value })}
          />
        </div>
        {failure !== undefined && <Callout kind="error">{failure}</Callout>}
      </DialogBody>
    </Dialog>
  );
}

/** Returns the errors in the order of the form, because the first invalid field gets the focus. */
function problemsOf({ name, text }: SavedPrompt): { readonly name?: string; readonly text?: string } {
  return {
    ...(name.trim() === '' && { name: copy.nameMissing }),
    ...(text.trim() === '' && { text: copy.textMissing }),
    ...(text.trim().length > SAVED_PROMPT.textMaxLength && { text: copy.textTooLong }),
  };
}
