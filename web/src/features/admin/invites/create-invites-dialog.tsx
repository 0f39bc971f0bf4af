import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { HttpResponse } from '#contract/http';
import { INVITES } from '#contract/limits';
import { Modal } from '../../../components/modal.tsx';
import { useStore } from '../../../lib/store.ts';
import { CopyButton } from '../components/copy-button.tsx';
import { adminCopy } from '../copy.ts';
import type { Invites } from '../model/invites.ts';
import { EMAIL_MAX_LENGTH, type FieldErrors, readNewInvites } from '../model/new-invites.ts';
import { InviteField } from './invite-field.tsx';

const words = adminCopy.invites;

interface CreateInvitesDialogProps {
  readonly invites: Invites;
  readonly onClose: () => void;
}

/** A form for new invites; then the new invites, to be passed on. */
export function CreateInvitesDialog({ invites, onClose }: CreateInvitesDialogProps) {
  const [created, setCreated] = useState<HttpResponse<'createInvites'>>();
  const close = () => {
    invites.forget();
    onClose();
  };
  return (
    <Modal label={words.create} className="admin-dialog" onClose={close}>
      {created ? (
        <Created created={created} onClose={close} />
      ) : (
        <Form invites={invites} onCreated={setCreated} onClose={close} />
      )}
    </Modal>
  );
}

interface FormProps extends CreateInvitesDialogProps {
  readonly onCreated: (created: HttpResponse<'createInvites'>) => void;
}

function Form({ invites, onCreated, onClose }: FormProps) {
  const { doing, error } = useStore(invites.work);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [email, setEmail] = useState('');
  const isBound = email.trim() !== '';
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const read = readNewInvites(new FormData(form));
    if ('errors' in read) {
      setErrors(read.errors);
      const [first] = Object.keys(read.errors);
      form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
      return;
    }
    setErrors({});
    const created = await invites.create(read.invites);
    if (created) onCreated(created);
  };
  return (
    // The browser's own hints would stand in front of the form's.
    <form className="modal-form" noValidate onSubmit={(event) => void submit(event)}>
      <h2 className="modal-title">{words.create}</h2>
      <div className="admin-numbers">
        <InviteField
          name="count"
          label={words.form.count}
          error={isBound ? undefined : errors.count}
          {...numberInput(1, 1, INVITES.countMax)}
          disabled={isBound}
        />
        <InviteField
          name="maxUses"
          label={words.form.maxUses}
          error={isBound ? undefined : errors.maxUses}
          {...numberInput(1, 1, INVITES.maxUsesMax)}
          disabled={isBound}
        />
        <InviteField
          name="expiresInDays"
          label={words.form.days}
          error={errors.expiresInDays}
          {...numberInput(INVITES.days.default, INVITES.days.min, INVITES.days.max)}
        />
      </div>
      <InviteField
        name="email"
        label={words.form.email}
        hint={words.form.emailHint}
        error={errors.email}
        type="email"
        dir="auto"
        autoComplete="off"
        maxLength={EMAIL_MAX_LENGTH}
        value={email}
        onChange={({ target }) => setEmail(target.value)}
      />
      {isBound && (
        <label className="check">
          <input type="checkbox" name="sendMail" defaultChecked />
          {words.form.sendMail}
        </label>
      )}
      <InviteField
        name="note"
        label={words.form.note}
        error={errors.note}
        dir="auto"
        autoComplete="off"
        maxLength={INVITES.noteMaxLength}
      />
      {error !== undefined && (
        <p role="alert" className="notice notice-error">
          {error}
        </p>
      )}
      <div className="modal-actions">
        <button type="button" className="button" onClick={onClose}>
          {adminCopy.cancel}
        </button>
        <button type="submit" className="button button-primary" aria-disabled={doing !== undefined}>
          {doing === 'creating' ? words.form.submitting : words.form.submit}
        </button>
      </div>
    </form>
  );
}

const numberInput = (initial: number, min: number, max: number) =>
  ({ type: 'number', inputMode: 'numeric', defaultValue: initial, min, max }) as const;

interface CreatedProps {
  readonly created: HttpResponse<'createInvites'>;
  readonly onClose: () => void;
}

function Created({ created: { invites, mail }, onClose }: CreatedProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <div className="modal-form">
      <h2 ref={title} className="modal-title" tabIndex={-1}>
        {words.createdTitle(invites.length)}
      </h2>
      {mail !== undefined && (
        <p className={mail === 'failed' ? 'notice notice-error' : 'notice'}>{words.mail[mail]}</p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls has to be reached by the keyboard */}
      <ul className="created-list" aria-label={words.createdTitle(invites.length)} tabIndex={0}>
        {invites.map(({ code, link }) => (
          <li key={code} className="code-line">
            <code>{code}</code>
            <CopyButton text={link} label={words.copyLink} name={words.copyLinkOf(code)} />
          </li>
        ))}
      </ul>
      <div className="modal-actions">
        <CopyButton
          text={invites.map(({ link }) => link).join('\n')}
          label={words.copyLinks}
          className="button"
        />
        <button type="button" className="button button-primary" onClick={onClose}>
          {words.done}
        </button>
      </div>
    </div>
  );
}
