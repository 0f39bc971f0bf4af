import { type SyntheticEvent, useRef, useState } from 'react';
import { deleteAccount } from '#contract/account';
import { AppError } from '#contract/errors';
import { Button } from '../../components/button.tsx';
import { Dialog, DialogBody } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { Note } from '../../components/note.tsx';
import { callApi } from '../../lib/http.ts';
import { browserStorage, clearPersonal, tabStorage } from '../../lib/storage.ts';
import styles from './account.module.css';
import { accountCopy } from './copy.ts';

const texts = accountCopy.delete;

interface DeleteDialogProps {
  readonly email: string;
  readonly onClose: () => void;
}

/** Says what account deletion does, and asks for the address to confirm it. It cannot be closed during the deletion. */
export function DeleteDialog({ email, onClose }: DeleteDialogProps) {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const submit = async (event: SyntheticEvent) => {
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
  const actions = (
    <>
      <Button disabled={isBusy} onClick={close}>
        {texts.cancel}
      </Button>
      <Button type="submit" kind="danger" aria-disabled={isBusy}>
        {isBusy ? texts.busy : texts.submit}
      </Button>
    </>
  );
  return (
    <Dialog label={texts.dialogTitle} onClose={close}>
      <DialogBody title={texts.dialogTitle} actions={actions} onSubmit={(event) => void submit(event)}>
        <ul className={styles.list}>
          {texts.what.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <p className="soft">{texts.first}</p>
        <Field
          ref={field}
          label={texts.confirm(email)}
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
        {error !== undefined && (
          <Note kind="error" id="delete-error">
            {error}
          </Note>
        )}
      </DialogBody>
    </Dialog>
  );
}

/** A first check, for a quick answer; the server's check decides. */
const isSame = (typed: string, email: string): boolean =>
  typed.trim().normalize('NFC').toLowerCase() === email.normalize('NFC').toLowerCase();

/** Address of the start page after an account deletion. */
const GOODBYE = '/?goodbye';

/** Deletes the account, clears the browser's storage and goes to the goodbye page. @throws AppError if it was not deleted */
async function leaveForGood(confirmEmail: string): Promise<void> {
  await callApi(deleteAccount, { body: { confirmEmail } });
  // `clearPersonal` first, since other tabs notice its removals; the rest, tokens among it, follows.
  clearPersonal();
  browserStorage.clear();
  tabStorage.clear();
  window.location.replace(GOODBYE);
}
