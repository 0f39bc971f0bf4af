import { type FormEvent, useRef, useState } from 'react';
import { AppError } from '#contract/errors';
import { Modal } from '../../components/modal.tsx';
import { accountCopy } from './copy.ts';
import { leaveForGood } from './leave.ts';

const texts = accountCopy.delete;

interface DeleteDialogProps {
  readonly email: string;
  readonly onClose: () => void;
}

/** Says what happens, and asks for the address. While it happens it cannot be left. */
export function DeleteDialog({ email, onClose }: DeleteDialogProps) {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (!isSame(typed, email)) {
      setError(texts.mismatch);
      field.current?.focus();
      return;
    }
    setBusy(true);
    setError(undefined);
    try {
      await leaveForGood(typed.trim());
    } catch (cause) {
      setBusy(false);
      setError(cause instanceof AppError && cause.code !== 'internal' ? cause.message : texts.failed);
    }
  };
  const close = () => {
    if (!isBusy) onClose();
  };
  return (
    <Modal label={texts.dialogTitle} onClose={close}>
      <form className="modal-form account-delete" onSubmit={(event) => void submit(event)} noValidate>
        <h2 className="modal-title">{texts.dialogTitle}</h2>
        <ul>
          {texts.what.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <p className="soft">{texts.first}</p>
        <label className="field">
          {texts.confirm(email)}
          <input
            ref={field}
            type="email"
            autoComplete="off"
            spellCheck={false}
            dir="auto"
            value={typed}
            readOnly={isBusy}
            aria-invalid={error !== undefined}
            aria-describedby={error === undefined ? undefined : 'delete-error'}
            onChange={({ target }) => {
              setTyped(target.value);
              setError(undefined);
            }}
          />
        </label>
        {error !== undefined && (
          <p id="delete-error" role="alert" className="notice notice-error">
            {error}
          </p>
        )}
        <div className="modal-actions">
          <button type="button" className="button" disabled={isBusy} onClick={close}>
            {texts.cancel}
          </button>
          <button type="submit" className="button button-danger" aria-disabled={isBusy}>
            {isBusy ? texts.busy : texts.submit}
          </button>
        </div>
      </form>
    </Modal>
  );
}

/** The server says for certain. */
const isSame = (typed: string, email: string): boolean =>
  typed.trim().normalize('NFC').toLowerCase() === email.normalize('NFC').toLowerCase();
