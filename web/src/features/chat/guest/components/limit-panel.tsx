import { useState } from 'react';
import { ERRORS } from '#contract/errors';
import { Link } from '../../../../components/link.tsx';
import { commonCopy } from '../../../../lib/copy.ts';
import { nextMidnight } from '../../quota/quota-view.ts';
import { resetWords } from '../../quota/quota-words.ts';
import { useNow } from '../../quota/use-now.ts';
import { guestCopy } from '../copy.ts';

const words = guestCopy.limit;

/** The day's messages are used up: when there are more, and what a guest can do now. */
export function LimitPanel() {
  const [resetsAt] = useState(() => nextMidnight(Date.now()));
  const now = useNow(resetsAt);
  return (
    <section className="guest-limit" aria-labelledby="guest-limit-title" role="alert">
      <h2 id="guest-limit-title">{words.title}</h2>
      <p>
        {ERRORS.guest_quota_exceeded.message} {resetWords({ resetsAt }, now)}
      </p>
      <p className="guest-limit-ways">
        <Link className="button button-primary" to="/">
          {words.joinWaitlist}
        </Link>
        <Link className="button" to="/login">
          {commonCopy.login}
        </Link>
      </p>
    </section>
  );
}
