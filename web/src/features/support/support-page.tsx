import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Callout } from '../../components/callout.tsx';
import { Card } from '../../components/card.tsx';
import { ColumnPage } from '../../components/column-page.tsx';
import { Field, TextArea } from '../../components/text-fields-and-switch.tsx';
import { useHasSupport } from '../../components/use-site-config.ts';
import { useTitle } from '../../components/use-title.ts';
import { useStore } from '../../lib/observable-store.ts';
import type { Viewer } from '../../lib/session/session-state.ts';
import { supportCopy } from './copy.ts';
import styles from './support.module.css';
import {
  charactersLeft,
  type Field as FieldName,
  SupportForm,
  type SupportState,
  sendMessage,
} from './support-form-state.ts';

/**
 * Stands outside the component, so that unsent text is still there when the user comes back to this page. `begin` clears
 * the form only after a message was sent.
 */
const supportForm = new SupportForm({ send: sendMessage, isOnline: () => navigator.onLine });

export default function SupportPage({ viewer }: { readonly viewer: Viewer }) {
  useTitle(supportCopy.title);
  const hasSupport = useHasSupport();
  const state = useStore(supportForm.state);
  useEffect(() => () => supportForm.begin(), []);
  return (
    <ColumnPage back={{ to: '/chat', label: supportCopy.back }} title={supportCopy.title}>
      {hasSupport === false && <Callout>{supportCopy.none}</Callout>}
      {hasSupport &&
        (state.phase === 'sent' ? <Sent state={state} /> : <Form viewer={viewer} state={state} />)}
    </ColumnPage>
  );
}

function Form({ viewer, state }: { readonly viewer: Viewer; readonly state: SupportState }) {
  const form = useRef<HTMLFormElement>(null);
  const [failedAt, setFailedAt] = useState(0);
  const isSending = state.phase === 'sending';
  const onSubmit = async (event: SyntheticEvent) => {
    event.preventDefault();
    const wrong = await supportForm.send();
    setFailedAt((times) => times + 1);
    const input = wrong && form.current?.elements.namedItem(wrong);
    if (input instanceof HTMLElement) input.focus();
  };
  const common = (field: FieldName) => ({
    name: field,
    label: supportCopy[field],
    value: state[field],
    readOnly: isSending,
    required: true,
    dir: 'auto' as const,
    ...noteOf(field, state),
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      supportForm.change(field, target.value),
  });
  return (
    <Card>
      <form
        ref={form}
        className={styles.form}
        noValidate
        aria-busy={isSending}
        onSubmit={(event) => void onSubmit(event)}
      >
        <p className="soft">
          {supportCopy.about} {supportCopy.answerTo} <bdi className={styles.address}>{viewer.email}</bdi>.
        </p>
        <Field type="text" autoComplete="off" {...common('subject')} />
        <TextArea rows={9} {...common('message')} />
        {state.failure !== undefined && (
          <Callout key={failedAt} kind="error">
            {state.failure}
          </Callout>
        )}
        {/* Not disabled while sending, because a disabled button loses the focus. */}
        <Button type="submit" kind="primary" className={styles.action} aria-disabled={isSending}>
          {isSending ? supportCopy.sending : supportCopy.submit}
        </Button>
      </form>
    </Card>
  );
}

function noteOf(field: FieldName, state: SupportState) {
  const left = charactersLeft(field, state[field]);
  const error = state.problems[field] ?? (left < 0 ? supportCopy.tooLong(-left) : undefined);
  return error === undefined ? { hint: supportCopy.left(left) } : { error };
}

function Sent({ state }: { readonly state: SupportState }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <Card title={supportCopy.sentTitle} titleRef={title}>
      <p role="status">{state.answer}</p>
      <Button className={styles.action} onClick={() => supportForm.begin()}>
        {supportCopy.another}
      </Button>
    </Card>
  );
}
