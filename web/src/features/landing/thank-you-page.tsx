import { useEffect, useRef } from 'react';
import { Link } from '../../components/link.tsx';
import { useTitle } from '../../components/use-site-config.ts';
import { commonCopy } from '../../lib/copy.ts';
import { landingCopy } from './copy.ts';
import './landing.css';

/** Confirms a place on the waitlist (docs/spec.md 2.3). */
export default function ThankYouPage() {
  useTitle(landingCopy.thanks.title);
  const heading = useRef<HTMLHeadingElement>(null);
  // The form that had the focus is gone.
  useEffect(() => heading.current?.focus(), []);
  return (
    <main id="content" className="landing">
      <div className="landing-card">
        <h1 ref={heading} className="landing-title thank-you" tabIndex={-1}>
          {landingCopy.thanks.title}
        </h1>
        <p className="landing-line">{landingCopy.thanks.line}</p>
        <Link className="button" to="/">
          {commonCopy.backHome}
        </Link>
      </div>
    </main>
  );
}
