import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import type { HttpResponse } from '#contract/http-calls';
import { ACCOUNT_EMAIL_MAX_LENGTH, INVITES } from '#contract/limits';
import { Button } from '../../../components/button.tsx';
import { Callout } from '../../../components/callout.tsx';
import { Dialog, DialogBody } from '../../../components/dialog.tsx';
import { Field } from '../../../components/text-fields-and-switch.tsx';
import admin from '../admin.module.css';
import { explainAdminFailure } from '../api/call-admin.ts';
import { useCreateInvites } from '../api/invites.ts';
import { CopyButton } from '../components/copy-button.tsx';
import { adminCopy } from '../copy.ts';
import styles from './invites.module.css';
import { type FieldErrors, readInviteForm } from './read-invite-form.ts';

const words = adminCopy.invites;

interface CreateInvitesDialogProps {
  readonly onClose: () => void;
}

/** Dialog that shows the form for new invites and, after their creation, their codes and links. */
export function CreateInvitesDialog({ onClose }: CreateInvitesDialogProps) {
  const { data: created } = useCreateInvites();
  return (
    <Dialog label={words.create} className={styles.dialog} onClose={onClose}>
      {created ? <Created created={created} onClose={onClose} /> : <Form onClose={onClose} />}
    </Dialog>
  );
}

function Form({ onClose }: CreateInvitesDialogProps) {
  const { begin, isPending, error } = useCreateInvites();
  const [errors, setErrors] = useState<FieldErrors>({});
  const [email, setEmail] = useState('');
  const isBound = email.trim() !== '';
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const read = readInviteForm(new FormData(form));
    if ('errors' in read) {
      setErrors(read.errors);
      const [first] = Object.keys(read.errors);
      form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
      return;
    }
    setErrors({});
    begin(read.invites);
  };
  const actions = (
    <>
      <Button onClick={onClose}>{adminCopy.cancel}</Button>
      <Button type="submit" kind="primary" aria-disabled={isPending}>
        {isPending ? words.form.submitting : words.form.submit}
      </Button>
    </>
  );
  return (
    <DialogBody title={words.create} actions={actions} onSubmit={submit}>
      <div className={styles.numbers}>
        <Field
          name="count"
          label={words.form.count}
          error={isBound ? undefined : errors.count}
          {...numberInput(1, 1, INVITES.countMax)}
          disabled={isBound}
        />
        <Field
          name="maxUses"
          label={words.form.maxUses}
          error={isBound ? undefined : errors.maxUses}
          {...numberInput(1, 1, INVITES.maxUsesMax)}
          disabled={isBound}
        />
        <Field
          name="expiresInDays"
          label={words.form.days}
          error={errors.expiresInDays}
          {...numberInput(INVITES.days.default, INVITES.days.min, INVITES.days.max)}
        />
      </div>
      <Field
        name="email"
        label={words.form.email}
        hint={words.form.emailHint}
        error={errors.email}
        type="email"
        dir="auto"
        autoComplete="off"
        maxLength={ACCOUNT_EMAIL_MAX_LENGTH}
        value={email}
        onChange={({ target }) => setEmail(target.value)}
      />
      {isBound && (
        <label className={styles.check}>
          <input type="checkbox" name="sendMail" defaultChecked />
          {words.form.sendMail}
        </label>
      )}
      <Field
        name="note"
        label={words.form.note}
        error={errors.note}
        dir="auto"
        autoComplete="off"
        maxLength={INVITES.noteMaxLength}
      />
      {error && <Callout kind="error">{explainAdminFailure(error)}</Callout>}
    </DialogBody>
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
  const actions = (
    <>
      <CopyButton text={invites.map(({ link }) => link).join('\n')} label={words.copyLinks} isSmall={false} />
      <Button kind="primary" className={styles.done} onClick={onClose}>
        {words.done}
      </Button>
    </>
  );
  return (
    <DialogBody title={words.createdTitle(invites.length)} titleRef={title} actions={actions}>
      {mail !== undefined && (
        <Callout kind={mail === 'failed' ? 'error' : undefined}>{words.mail[mail]}</Callout>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls has to be reached by the keyboard */}
      <ul className={styles.created} aria-label={words.createdTitle(invites.length)} tabIndex={0}>
        {invites.map(({ code, link }) => (
          <li key={code} className={admin['code-line']}>
            <code>{code}</code>
            <CopyButton text={link} label={words.copyLink} name={words.copyLinkOf(code)} />
          </li>
        ))}
      </ul>
    </DialogBody>
  );
}
