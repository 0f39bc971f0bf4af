import { type SyntheticEvent, useRef, useState } from 'react';
import { deleteAccount } from '#contract/account';
import { AppError } from '#contract/error-codes';
import { Button } from '../../components/button.tsx';
import { Callout } from '../../components/callout.tsx';
import { Dialog, DialogBody } from '../../components/dialog.tsx';
import { Field } from '../../components/text-fields-and-switch.tsx';
import { callApi } from '../../lib/api-client.ts';
import { browserStorage, tabStorage } from '../../lib/browser-storage.ts';
import { isSameEmail } from '../../lib/is-same-email.ts';
import { eraseKeptChats, KEEPS_CHATS_KEY } from '../../lib/kept-chats-storage.ts';
import { clearPersonalData, KEPT_OWNER_KEY } from '../../lib/personal-data-storage.ts';
import { abandonSession } from '../../lib/session/session.ts';
import styles from './account.module.css';
import { accountCopy } from './copy.ts';

const texts = accountCopy.delete;

interface DeleteDialogProps {
  readonly email: string;
  readonly onClose: () => void;
}

export function DeleteDialog({ email, onClose }: DeleteDialogProps) {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (!isSameEmail(typed, email)) {
      setError(texts.mismatch);
      field.current?.focus();
      return;
    }
    setBusy(true);
    setError(undefined);
    try {
      await deleteAndLeave(typed.trim());
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
          <Callout kind="error" id="delete-error">
            {error}
          </Callout>
        )}
      </DialogBody>
    </Dialog>
  );
}

const GOODBYE = '/?goodbye';

/**
 * Keys that stay in the storage. `KEPT_OWNER_KEY` makes the goodbye page erase kept chats that could not be erased here
 * (`lib/session/start-session.ts`). `KEEPS_CHATS_KEY` is the user's choice to keep no chats, which also holds for the
 * next user of a shared computer.
 */
const OUTLIVING_KEYS = [KEPT_OWNER_KEY, KEEPS_CHATS_KEY];

/** @throws as `callApi` if the server refuses the deletion or cannot be reached */
async function deleteAndLeave(confirmEmail: string): Promise<void> {
  await callApi(deleteAccount, { body: { confirmEmail } });
  abandonSession();
  // Removes the stored identity before the kept chats are erased. Other tabs then log out and keep no more chats.
  clearPersonalData();
  await eraseKeptChats();
  const outliving = OUTLIVING_KEYS.map((key) => [key, browserStorage.get(key)] as const);
  browserStorage.clear();
  for (const [key, value] of outliving) if (value !== null) browserStorage.set(key, value);
  tabStorage.clear();
  window.location.replace(GOODBYE);
}
