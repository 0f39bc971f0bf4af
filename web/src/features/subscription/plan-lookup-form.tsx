import { type KeyboardEvent, type SyntheticEvent, useState } from 'react';
import { EMAIL_MAX_LENGTH } from '#contract/limits';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { Field } from '../../components/text-fields-and-switch.tsx';
import { subscriptionCopy } from './copy.ts';
import styles from './subscription.module.css';

interface PlanLookupFormProps {
  readonly initial: string;
  readonly isBusy: boolean;
  readonly onLoad: (email: string) => void;
}

/** Form that asks whose plan to load. The address is required (docs/spec.md 5). */
export function PlanLookupForm({ initial, isBusy, onLoad }: PlanLookupFormProps) {
  const [typed, setTyped] = useState(initial);
  const [isAsked, setAsked] = useState(false);
  const email = typed.trim();
  const isMissing = isAsked && email === '';
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (email !== '') onLoad(email);
  };
  // While the submit button is disabled, the browser does not submit the form on Enter. `onKeyDown` then shows that the
  // address is missing.
  const onKeyDown = ({ key }: KeyboardEvent) => key === 'Enter' && setAsked(true);
  return (
    <Card>
      <form className={styles.load} onSubmit={submit} noValidate>
        <Field
          label={subscriptionCopy.userEmail}
          type="email"
          dir="auto"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={EMAIL_MAX_LENGTH}
          value={typed}
          aria-invalid={isMissing}
          aria-describedby={isMissing ? 'plan-email-missing' : undefined}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={() => setAsked(true)}
          onKeyDown={onKeyDown}
        />
        <Button type="submit" disabled={email === ''} aria-busy={isBusy}>
          {subscriptionCopy.load}
        </Button>
        {isMissing && (
          <p id="plan-email-missing" role="alert" className={styles.missing}>
            {subscriptionCopy.emailRequired}
          </p>
        )}
      </form>
    </Card>
  );
}
