import { type SyntheticEvent, useState } from 'react';
import type { PlanType, Subscription } from '#contract/entities';
import { TEST_SUBSCRIPTION_DAYS } from '#contract/limits';
import { PLANS } from '#contract/plans';
import { Button } from '../../components/button.tsx';
import { Callout } from '../../components/callout.tsx';
import { Card, CardActions } from '../../components/card.tsx';
import { Field } from '../../components/text-fields-and-switch.tsx';
import { createTestSubscription } from '../subscription/api/create-test-subscription.ts';
import { type Failure, FailureNote } from '../subscription/failure-note.tsx';
import { BackLink } from './back-link.tsx';
import { paymentCopy } from './copy.ts';
import styles from './payment.module.css';
import { paymentFailure } from './payment-failure-text.ts';
import { PlanChoice } from './plan-choice.tsx';
import { asCvc, asExpiry, asNumber, isComplete, NO_CARD, type TestCard } from './test-card-fields.ts';

/** Not in copy.ts, because only deployments in test mode contain this file. */
const texts = {
  notice: 'Test Mode: No real payment will be processed',
  noCard: 'Make up a card. What you type is not sent or stored.',
  holder: 'Cardholder name',
  number: 'Card number',
  expiry: 'Expiry (MM/YY)',
  expiryHint: 'MM/YY',
  cvc: 'CVC',
  days: 'Test duration (days)',
} as const;

interface TestPaymentProps {
  readonly email: string;
  readonly onPaid: (plan: Subscription) => void;
}

/** Payment page in test mode (docs/spec.md 2.10, 5). */
export function TestPayment({ email, onPaid }: TestPaymentProps) {
  const [plan, setPlan] = useState<PlanType>('monthly');
  const [card, setCard] = useState(NO_CARD);
  const [typedDays, setTypedDays] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const shownDays = typedDays ?? String(PLANS[plan].testDays);
  const days = toDays(shownDays);
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (isBusy || days === undefined || !isComplete(card)) return;
    setBusy(true);
    setFailure(undefined);
    try {
      onPaid((await createTestSubscription(email, days, plan)).subscription);
    } catch (error) {
      setBusy(false);
      setFailure(paymentFailure(error));
    }
  };
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} autoComplete="off" noValidate>
      <PlanChoice chosen={plan} isBusy={isBusy} onChoose={setPlan} />
      <Card label={texts.notice}>
        <Callout kind="warn">{texts.notice}</Callout>
        <p className="soft">{texts.noCard}</p>
        <CardFields card={card} onChange={setCard} />
        <Field
          label={texts.days}
          className={styles.days}
          type="number"
          inputMode="numeric"
          {...{ min: TEST_SUBSCRIPTION_DAYS.min, max: TEST_SUBSCRIPTION_DAYS.max, step: 1 }}
          value={shownDays}
          aria-invalid={days === undefined}
          onChange={({ target }) => setTypedDays(target.value)}
        />
      </Card>
      <FailureNote failure={failure} />
      <CardActions>
        <Button
          type="submit"
          kind="primary"
          disabled={!isComplete(card) || days === undefined}
          aria-disabled={isBusy}
        >
          {isBusy ? paymentCopy.busy : paymentCopy.subscribe(PLANS[plan].price)}
        </Button>
        <BackLink />
      </CardActions>
    </form>
  );
}

interface CardFieldsProps {
  readonly card: TestCard;
  readonly onChange: (card: TestCard) => void;
}

function CardFields({ card, onChange }: CardFieldsProps) {
  const set = (change: Partial<TestCard>) => onChange({ ...card, ...change });
  return (
    <div className={styles.card}>
      <Field
        label={texts.holder}
        className={styles.whole}
        dir="auto"
        value={card.holder}
        onChange={({ target }) => set({ holder: target.value })}
      />
      <Field
        label={texts.number}
        className={styles.whole}
        inputMode="numeric"
        value={card.number}
        onChange={({ target }) => set({ number: asNumber(target.value) })}
      />
      <Field
        label={texts.expiry}
        inputMode="numeric"
        placeholder={texts.expiryHint}
        value={card.expiry}
        onChange={({ target }) => set({ expiry: asExpiry(target.value) })}
      />
      <Field
        label={texts.cvc}
        inputMode="numeric"
        value={card.cvc}
        onChange={({ target }) => set({ cvc: asCvc(target.value) })}
      />
    </div>
  );
}

/** Accepts a whole number from 1 to 365 (docs/spec.md 5). */
function toDays(typed: string): number | undefined {
  const days = Number(typed);
  const { min, max } = TEST_SUBSCRIPTION_DAYS;
  return typed.trim() !== '' && Number.isInteger(days) && days >= min && days <= max ? days : undefined;
}
