import { useEffect, useRef } from 'react';
import { ButtonLink } from '../../components/button.tsx';
import { classNames } from '../../components/class-names.ts';
import { useTitle } from '../../components/use-title.ts';
import { commonCopy } from '../../lib/common-and-sign-in-copy.ts';
import { landingCopy } from './copy.ts';
import styles from './landing.module.css';

/** Confirms a place on the waitlist (docs/spec.md 2.3). */
export default function ThankYouPage() {
  useTitle(landingCopy.thanks.title);
  const heading = useRef<HTMLHeadingElement>(null);
  // The form that had the focus is gone. A screen reader reads the focused heading.
  useEffect(() => heading.current?.focus(), []);
  return (
    <main id="content" className={styles.landing}>
      <div className={styles.card}>
        <h1 ref={heading} className={classNames(styles.title, styles.thanks)} tabIndex={-1}>
          {landingCopy.thanks.title}
        </h1>
        <p className={styles.line}>{landingCopy.thanks.line}</p>
        <ButtonLink to="/">{commonCopy.backHome}</ButtonLink>
      </div>
    </main>
  );
}
