import { type SyntheticEvent, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { joinWaitlist as call } from '#contract/join-waitlist';
import { LineIcon } from '../../components/line-icon.tsx';
import { landingCopy } from './copy.ts';
import styles from './landing.module.css';

const THANKS_MS = 1_500;

/** Waitlist form (docs/spec.md 2.3, 4.10). */
export function WaitlistForm() {
  const [email, setEmail] = useState('');
  const [state, setState] = useState<JoinOutcome | 'editing' | 'sending'>('editing');
  const isBusy = state === 'sending' || state === 'joined';
  useThanksAfter(state === 'joined');

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    const address = email.trim();
    if (address === '' || isBusy) return;
    setState('sending');
    void import('./waitlist-thank-you-page.tsx').catch(() => undefined);
    const outcome = await joinWaitlist(address);
    setState(outcome);
    if (outcome === 'joined') setEmail('');
  };
  return (
    <form
      className={styles.waitlist}
      aria-busy={state === 'sending'}
      onSubmit={(event) => void submit(event)}
    >
      <div className={styles.field}>
        <input
          type="email"
          name="email"
          autoComplete="email"
          dir="auto"
          enterKeyHint="send"
          aria-label={landingCopy.emailLabel}
          placeholder={landingCopy.emailPlaceholder}
          value={email}
          readOnly={isBusy}
          onChange={({ target }) => {
            setEmail(target.value);
            setState('editing');
          }}
        />
        {/* Not disabled while sending and after a join, because a disabled button loses the focus. */}
        <button
          type="submit"
          className={styles.submit}
          aria-label={landingCopy.join}
          disabled={!isBusy && email.trim() === ''}
        >
          {state === 'sending' ? (
            <span className="spinner" />
          ) : (
            <LineIcon name="forward" path="M5 12h14M13 6l6 6-6 6" size={20} />
          )}
        </button>
      </div>
      <div className={styles.outcome}>
        {(state === 'refused' || state === 'unreachable') && <p role="alert">{landingCopy[state]}</p>}
        <p role="status">{state === 'joined' && landingCopy.joined}</p>
      </div>
    </form>
  );
}

function useThanksAfter(isJoined: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!isJoined) return;
    const timer = setTimeout(() => void navigate('/thank-you'), THANKS_MS);
    return () => clearTimeout(timer);
  }, [isJoined, navigate]);
}

type JoinOutcome = 'joined' | 'refused' | 'unreachable';

/** Copy of the contract's route, because importing the contract would load zod. The type refuses a different route. */
const ROUTE: Pick<typeof call, 'method' | 'path'> = { method: 'POST', path: '/api/waitlist' };
/** API Gateway responds within 30 seconds. */
const TIMEOUT_MS = 30_000;

/** Sends POST /api/waitlist (docs/spec.md 7.1). The response never reveals whether the address was on the list. */
async function joinWaitlist(email: string): Promise<JoinOutcome> {
  try {
    const { ok } = await fetch(ROUTE.path, {
      method: ROUTE.method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return ok ? 'joined' : 'refused';
  } catch {
    return 'unreachable';
  }
}
