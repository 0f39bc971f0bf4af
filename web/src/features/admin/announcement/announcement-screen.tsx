import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import type { StoredAnnouncement } from '#contract/admin';
import { ANNOUNCEMENT } from '#contract/limits';
import { Button } from '../../../components/button.tsx';
import { Callout } from '../../../components/callout.tsx';
import { Field, Switch, TextArea } from '../../../components/text-fields-and-switch.tsx';
import { useAnnouncement, useRemoveAnnouncement, useSetAnnouncement } from '../api/announcement.ts';
import { explainAdminFailure } from '../api/call-admin.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { FailureWithRetry, LoadingText } from '../components/loading-and-failure.tsx';
import { ScreenHeader } from '../components/screen-header.tsx';
import { Timestamp } from '../components/timestamp.tsx';
import { adminCopy } from '../copy.ts';
import { draftOf, problemsOf, type TypedAnnouncement, typedOf } from './announcement-draft.ts';
import styles from './announcement-screen.module.css';

const words = adminCopy.announcement;
const ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Announcement tab: what all signed-in users see above their chats. */
export function AnnouncementScreen() {
  const { data, error, refetch } = useAnnouncement();
  return (
    <>
      <ScreenHeader title={words.title} />
      <p className="soft">{words.explained}</p>
      {!data && !error && <LoadingText />}
      {!data && error && (
        <FailureWithRetry text={explainAdminFailure(error)} onRetry={() => void refetch()} />
      )}
      {data && <AnnouncementForm stored={data.announcement} />}
    </>
  );
}

function AnnouncementForm({ stored }: { readonly stored: StoredAnnouncement | undefined }) {
  const [tries, setTries] = useState(0);
  /** `at` of the announcement whose removal the open dialog is about. */
  const [asked, setAsked] = useState<string>();
  const [setting, removing] = [useSetAnnouncement(), useRemoveAnnouncement()];
  // Shows the draft again if the operator returns to this screen after the save failed, or while the save still runs.
  const isUnsaved = setting.isPending || setting.error !== undefined;
  const [typed, setTyped] = useState(() => typedOf(isUnsaved ? setting.input : stored));
  const form = useRef<HTMLFormElement>(null);
  const end = useRef<HTMLInputElement>(null);
  const problems = tries > 0 ? problemsOf(typed, Date.now()) : {};
  const change = (part: Partial<TypedAnnouncement>) => setTyped({ ...typed, ...part });
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [tries]);
  const save = (event: SyntheticEvent) => {
    event.preventDefault();
    if (setting.isPending) return;
    // Checks `end` here. If only a part of a date and time is typed, `end` keeps an empty value and sends no event.
    const checked = { ...typed, isEndIncomplete: end.current?.validity.badInput === true };
    setTyped(checked);
    const isRight = Object.keys(problemsOf(checked, Date.now())).length === 0;
    setTries(isRight ? 0 : tries + 1);
    if (isRight) setting.begin({ ...draftOf(checked), seen: stored?.at ?? '' });
  };
  // Closes the dialog when the announcement is removed, even if the removal was confirmed in an earlier dialog. Closes
  // it also when another operator has changed the announcement, because this operator has not read the new one.
  if (asked !== undefined && asked !== stored?.at) setAsked(undefined);
  const close = () => {
    removing.forget();
    setAsked(undefined);
  };
  return (
    <form ref={form} className={styles.form} noValidate aria-busy={setting.isPending} onSubmit={save}>
      <p>{stored ? <Shown at={stored.at} /> : words.none}</p>
      {stored && <blockquote dir="auto">{stored.text}</blockquote>}
      <TextArea
        label={words.text}
        dir="auto"
        rows={4}
        value={typed.text}
        hint={words.left(Math.max(0, ANNOUNCEMENT.textMaxLength - typed.text.trim().length))}
        error={problems.text}
        onChange={({ target }) => change({ text: target.value })}
      />
      <Switch
        label={words.isWarning}
        checked={typed.isWarning}
        onChange={({ target }) => change({ isWarning: target.checked })}
      />
      <Field
        label={words.link}
        type="url"
        value={typed.link}
        hint={words.linkHint}
        error={problems.link}
        onChange={({ target }) => change({ link: target.value })}
      />
      <Field
        ref={end}
        label={words.endsAt}
        type="datetime-local"
        value={typed.endsAt}
        hint={words.endsAtHint(ZONE)}
        error={problems.endsAt}
        onChange={({ target }) => change({ endsAt: target.value, isEndIncomplete: target.validity.badInput })}
      />
      {setting.error && <Callout kind="error">{explainAdminFailure(setting.error)}</Callout>}
      {removing.error && asked === undefined && (
        <Callout kind="error">
          {words.remove}: {explainAdminFailure(removing.error)}
        </Callout>
      )}
      <div className={styles.actions}>
        <Button type="submit" kind="primary" aria-disabled={setting.isPending}>
          {setting.isPending ? words.saving : stored ? words.change : words.show}
        </Button>
        <Button kind="danger-outline" aria-disabled={!stored} onClick={() => setAsked(stored?.at)}>
          {words.remove}
        </Button>
      </div>
      {asked !== undefined && (
        <ConfirmDialog
          question={words.confirmRemove}
          explanation={words.removeExplained}
          action={words.remove}
          isDangerous
          isBusy={removing.isPending}
          error={removing.error ? explainAdminFailure(removing.error) : undefined}
          onConfirm={() => removing.begin(asked)}
          onClose={close}
        />
      )}
    </form>
  );
}

const Shown = ({ at }: { readonly at: string }) => (
  <>
    {words.shown} <Timestamp at={at} withTime />.
  </>
);
