import { useEffect, useRef } from 'react';
import { Link } from '../../components/link.tsx';
import { useTitle } from '../../components/use-title.ts';
import { texts } from '../../lib/texts.ts';
import { waitlistTexts } from '../../lib/waitlist-texts.ts';
import './landing.css';

/** Confirms a place on the waitlist (docs/spec.md 2.3). */
export default function ThankYouPage() {
  useTitle(waitlistTexts.title);
  const heading = useRef<HTMLHeadingElement>(null);
  // The form that had the focus is gone.
  useEffect(() => heading.current?.focus(), []);
  return (
    <main id="content" className="landing">
      <div className="landing-card">
        <h1 ref={heading} className="landing-title thank-you" tabIndex={-1}>
          {waitlistTexts.title}
        </h1>
        <p className="landing-line">{waitlistTexts.line}</p>
        <Link className="button" to="/">
          {texts.backHome}
        </Link>
      </div>
    </main>
  );
}
