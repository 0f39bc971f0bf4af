import { Link } from '../../components/link.tsx';
import { useProductName, useTitle } from '../../components/use-site-config.ts';
import { commonCopy } from '../../lib/copy.ts';
import { session } from '../../lib/session/state.ts';
import { useStore } from '../../lib/store.ts';
import { landingCopy } from './copy.ts';
import { GuestEntry } from './guest-entry.tsx';
import { WaitlistForm } from './waitlist-form.tsx';
import './landing.css';

/** The first page anyone sees (docs/spec.md 2.3). */
export function LandingPage() {
  const productName = useProductName();
  useTitle();
  const state = useStore(session);
  return (
    <main id="content" className="landing">
      {state.status === 'error' && (
        <p role="alert" className="notice notice-error landing-alert">
          {state.message}
        </p>
      )}
      <div className="landing-card">
        <h1 className="landing-title">
          <span className="landing-welcome">{landingCopy.welcomeTo}</span>
          <span className="landing-name">
            <img src="/logo.svg" alt="" width="56" height="56" />
            {productName}
          </span>
        </h1>
        <p className="landing-line">{landingCopy.invitationOnly}</p>
        <WaitlistForm />
        <p className="landing-actions">
          <Link className="button" to="/register">
            {landingCopy.haveCode}
          </Link>
          <Link className="button" to="/login">
            {commonCopy.login}
          </Link>
        </p>
        <GuestEntry />
      </div>
    </main>
  );
}
