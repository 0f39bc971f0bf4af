import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { Link } from '../../components/link.tsx';
import { useHasSupport, useTitle } from '../../components/use-site-config.ts';
import type { Viewer } from '../../lib/session/state.ts';
import { useStore } from '../../lib/store.ts';
import { supportCopy } from './copy.ts';
import { sendMessage } from './model/send-message.ts';
import { charactersLeft, type Field, SupportMessage, type SupportState } from './model/support-message.ts';
import './support.css';

/** The page's, for as long as the site is open: whoever looks something up and comes back finds their words. */
const message = new SupportMessage({ send: sendMessage, isOnline: () => navigator.onLine });

/** Where users write to the operator. */
export default function SupportPage({ viewer }: { readonly viewer: Viewer }) {
  useTitle(supportCopy.title);
  const hasSupport = useHasSupport();
  const state = useStore(message.state);
  useEffect(() => () => message.begin(), []);
  return (
    <main id="content" className="page support">
      <div className="support-column">
        <Link className="support-back" to="/chat">
          {supportCopy.back}
        </Link>
        <h1 className="page-title">{supportCopy.title}</h1>
        {hasSupport === false && <p className="notice">{supportCopy.none}</p>}
        {hasSupport &&
          (state.phase === 'sent' ? <Sent state={state} /> : <Form viewer={viewer} state={state} />)}
      </div>
    </main>
  );
}

function Form({ viewer, state }: { readonly viewer: Viewer; readonly state: SupportState }) {
  const form = useRef<HTMLFormElement>(null);
  const [failedAt, setFailedAt] = useState(0);
  const isSending = state.phase === 'sending';
  const onSubmit = async (event: SyntheticEvent) => {
    event.preventDefault();
    const wrong = await message.send();
    setFailedAt((times) => times + 1);
    const input = wrong && form.current?.elements.namedItem(wrong);
    if (input instanceof HTMLElement) input.focus();
  };
  const common = (field: Field) => ({
    name: field,
    value: state[field],
    readOnly: isSending,
    required: true,
    dir: 'auto' as const,
    'aria-invalid': state.problems[field] !== undefined,
    'aria-describedby': `support-${field}-note`,
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      message.change(field, target.value),
  });
  return (
    <form
      ref={form}
      className="support-card"
      noValidate
      aria-busy={isSending}
      onSubmit={(event) => void onSubmit(event)}
    >
      <p className="soft">
        {supportCopy.about} {supportCopy.answerTo} <bdi className="support-address">{viewer.email}</bdi>.
      </p>
      <div className="support-field">
        <label htmlFor="support-subject">{supportCopy.subject}</label>
        <input id="support-subject" type="text" autoComplete="off" {...common('subject')} />
        <Note field="subject" state={state} />
      </div>
      <div className="support-field">
        <label htmlFor="support-message">{supportCopy.message}</label>
        <textarea id="support-message" rows={9} {...common('message')} />
        <Note field="message" state={state} />
      </div>
      {state.failure !== undefined && (
        <p key={failedAt} role="alert" className="notice notice-error">
          {state.failure}
        </p>
      )}
      {/* Not disabled while it sends: the focus would be lost. */}
      <button type="submit" className="button button-primary support-submit" aria-disabled={isSending}>
        {isSending ? supportCopy.sending : supportCopy.submit}
      </button>
    </form>
  );
}

/** Note below a field: what is wrong with it, or how much more it takes. */
function Note({ field, state }: { readonly field: Field; readonly state: SupportState }) {
  const problem = state.problems[field];
  const left = charactersLeft(field, state[field]);
  const isWrong = problem !== undefined || left < 0;
  return (
    <p id={`support-${field}-note`} className={isWrong ? 'support-problem' : 'support-left'}>
      {problem ?? (left < 0 ? supportCopy.tooLong(-left) : supportCopy.left(left))}
    </p>
  );
}

function Sent({ state }: { readonly state: SupportState }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <section className="support-card">
      <h2 ref={title} tabIndex={-1}>
        {supportCopy.sentTitle}
      </h2>
      <p role="status">{state.answer}</p>
      <button type="button" className="button support-submit" onClick={() => message.begin()}>
        {supportCopy.another}
      </button>
    </section>
  );
}
