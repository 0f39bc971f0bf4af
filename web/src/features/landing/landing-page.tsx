import { GuestEntry } from '../../components/guest-entry.tsx';
import { Link } from '../../components/link.tsx';
import { useProductName } from '../../components/product-name.ts';
import { useTitle } from '../../components/use-title.ts';
import { landingTexts } from '../../lib/landing-texts.ts';
import { session } from '../../lib/session/state.ts';
import { useStore } from '../../lib/store.ts';
import { texts } from '../../lib/texts.ts';
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
          <span className="landing-welcome">{landingTexts.welcomeTo}</span>
          <span className="landing-name">
            <img src="/logo.svg" alt="" width="56" height="56" />
            {productName}
          </span>
        </h1>
        <p className="landing-line">{landingTexts.invitationOnly}</p>
        <WaitlistForm />
        <p className="landing-actions">
          <Link className="button" to="/register">
            {landingTexts.haveCode}
          </Link>
          <Link className="button" to="/login">
            {texts.login}
          </Link>
        </p>
        <GuestEntry />
      </div>
    </main>
  );
}
