import { type SyntheticEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../../components/button.tsx';
import { Callout } from '../../components/callout.tsx';
import { useTitleFocus } from '../../components/focus-title.ts';
import { Link } from '../../components/link.tsx';
import { useProductName } from '../../components/use-site-config.ts';
import { useTitle } from '../../components/use-title.ts';
import { useStore } from '../../lib/observable-store.ts';
import { session } from '../../lib/session/session-state.ts';
import { landingCopy } from './copy.ts';
import styles from './landing.module.css';
import { WaitlistForm } from './waitlist-form.tsx';

/** Landing page at / (docs/spec.md 2.3). */
export function LandingPage() {
  const productName = useProductName();
  useTitle();
  useTitleFocus();
  const state = useStore(session);
  return (
    <main id="content" className={styles.landing}>
      {state.status === 'error' && <Callout kind="error">{state.message}</Callout>}
      <div className={styles.card}>
        <h1 className={styles.title}>
          <span className={styles.welcome}>{landingCopy.welcomeTo}</span>
          <span className={styles.name}>
            <img src="/logo.svg" alt="" width="56" height="56" />
            {productName}
          </span>
        </h1>
        <p className={styles.about}>{landingCopy.about}</p>
        <p className={styles.line}>{landingCopy.invitationOnly}</p>
        <WaitlistForm />
        <GuestEntry />
        <Link to="/register">{landingCopy.haveCode}</Link>
      </div>
    </main>
  );
}

function GuestEntry() {
  const [question, setQuestion] = useState('');
  const navigate = useNavigate();
  const enter = (event: SyntheticEvent) => {
    event.preventDefault();
    const prefill = question.trim();
    void navigate('/guest', prefill === '' ? {} : { state: { prefill } });
  };
  return (
    <form className={styles.guest} onSubmit={enter}>
      <input
        type="text"
        dir="auto"
        autoComplete="off"
        enterKeyHint="go"
        aria-label={landingCopy.guest.inputLabel}
        placeholder={landingCopy.guest.placeholder}
        value={question}
        onChange={(event) => setQuestion(event.target.value)}
      />
      <Button type="submit">{landingCopy.guest.label}</Button>
    </form>
  );
}
