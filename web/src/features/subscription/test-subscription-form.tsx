import { type SyntheticEvent, useState } from 'react';
import { TEST_SUBSCRIPTION_DAYS } from '#contract/limits';
import { Button } from '../../components/button.tsx';
import { CardActions } from '../../components/card.tsx';
import { Link } from '../../components/link.tsx';
import { Field } from '../../components/text-fields-and-switch.tsx';
import { createTestSubscription } from './api/create-test-subscription.ts';
import { subscriptionCopy } from './copy.ts';
import styles from './subscription.module.css';
import type { UserPlan } from './use-load-and-change-plan.ts';

/** Not in copy.ts, because only deployments with test payments serve this file's script. */
const texts = {
  about: 'This is a test: Premium without a payment.',
  days: 'Duration in days',
  range: (min: number, max: number): string => `A whole number from ${min} to ${max}.`,
  create: 'Create Test Subscription',
  failed: 'Failed to create test subscription. Please try again.',
} as const;

interface TestSubscriptionProps {
  readonly user: UserPlan;
  readonly email: string;
  readonly isSelf: boolean;
}

export function TestSubscription({ user, email, isSelf }: TestSubscriptionProps) {
  const { action } = user;
  const { min, max, default: usual } = TEST_SUBSCRIPTION_DAYS;
  const [typed, setTyped] = useState(String(usual));
  const days = Number(typed);
  const isValid = typed.trim() !== '' && Number.isInteger(days) && days >= min && days <= max;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (isValid) void user.create((userId) => createTestSubscription(userId, days), texts.failed);
  };
  return (
    <form className={styles.test} onSubmit={submit} noValidate>
      <p className="soft">{texts.about}</p>
      <Field
        label={texts.days}
        hint={isValid ? texts.range(min, max) : undefined}
        error={isValid ? undefined : texts.range(min, max)}
        type="number"
        inputMode="numeric"
        min={min}
        max={max}
        step={1}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <CardActions>
        <Button
          type="submit"
          kind="primary"
          disabled={email === '' || !isValid}
          aria-disabled={action !== undefined}
        >
          {action === 'create' ? subscriptionCopy.manage.busy : texts.create}
        </Button>
        {isSelf && <Link to="/payment-page">{subscriptionCopy.plans}</Link>}
      </CardActions>
    </form>
  );
}
