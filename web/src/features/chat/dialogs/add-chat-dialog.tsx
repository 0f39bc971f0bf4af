import { type FormEvent, useId } from 'react';
import { CHAT_NAME_MAX_LENGTH } from '#contract/limits';
import { Modal } from '../../../components/modal.tsx';
import { isMobile } from '../../../lib/sidebar.ts';
import { useStore } from '../../../lib/store.ts';
import type { Workspace } from '../model/chats/workspace.ts';
import { actionsCopy } from './copy.ts';

interface AddChatDialogProps {
  readonly workspace: Workspace;
  /** Creates the chat and opens it. Resolves with whether that succeeded. */
  readonly onCreate: (name: string) => Promise<boolean>;
  readonly onClose: () => void;
}

const words = actionsCopy.add;

/** The add-chat modal of the chat screen (docs/spec.md 2.5). */
export function AddChatDialog({ workspace, onCreate, onClose }: AddChatDialogProps) {
  const { creating, error } = useStore(workspace.creation);
  const { phase, chats, nextCursor } = useStore(workspace.list.state);
  const errorId = useId();
  const isCountKnown = phase === 'ready' && nextCursor === undefined;
  const create = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = new FormData(event.currentTarget).get('name');
    if (!(await onCreate(typeof name === 'string' ? name.trim() : ''))) return;
    onClose();
    // Once the dialog is gone: while it is open, nothing behind it takes the focus.
    if (!isMobile()) setTimeout(() => document.querySelector<HTMLElement>('.composer textarea')?.focus());
  };
  return (
    <Modal label={words.title} onClose={onClose}>
      <form className="modal-form" onSubmit={(event) => void create(event)}>
        <h2 className="modal-title">{words.title}</h2>
        <label className="field">
          {words.name}
          <input
            name="name"
            dir="auto"
            autoComplete="off"
            enterKeyHint="done"
            maxLength={CHAT_NAME_MAX_LENGTH}
            placeholder={isCountKnown ? words.defaultName(chats.length + 1) : words.unknownName}
            aria-describedby={error === undefined ? undefined : errorId}
          />
        </label>
        {error !== undefined && (
          <p id={errorId} role="alert" className="notice notice-error">
            {error}
          </p>
        )}
        <div className="modal-actions">
          <button type="button" className="button" onClick={onClose}>
            {words.cancel}
          </button>
          <button type="submit" className="button button-primary" disabled={creating}>
            {creating ? words.creating : words.create}
          </button>
        </div>
      </form>
    </Modal>
  );
}
