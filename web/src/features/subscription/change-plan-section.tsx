import { useCallback, useRef, useState } from 'react';
import type { Subscription } from '#contract/entities';
import { PLANS } from '#contract/plans';
import type { SiteConfig } from '#contract/site-config';
import { Button, ButtonLink } from '../../components/button.tsx';
import { Callout } from '../../components/callout.tsx';
import { Card, CardActions } from '../../components/card.tsx';
import { Dialog, DialogBody } from '../../components/dialog.tsx';
import { OnDemand } from '../../components/load-on-demand-or-when-idle.tsx';
import { isPremium } from './api/subscription.ts';
import { CancelOrResume } from './cancel-or-resume.tsx';
import { planCopy, subscriptionCopy } from './copy.ts';
import { FailureNote } from './failure-note.tsx';
import styles from './subscription.module.css';
import type { UserPlan } from './use-load-and-change-plan.ts';

const texts = subscriptionCopy.manage;
const testSubscription = () => import('./test-subscription-form.tsx');

interface ManageSectionProps {
  readonly user: UserPlan;
  readonly email: string;
  readonly plan: Subscription;
  readonly isSelf: boolean;
  readonly payments: SiteConfig['payments'];
}

/** Section to change a user's plan (docs/spec.md 2.9). */
export function ManageSection(props: ManageSectionProps) {
  const { user, plan, isSelf } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <Card title={texts.title} titleRef={heading}>
      <FailureNote failure={user.actionFailure} />
      <div role="status">{user.done !== undefined && <Callout>{user.done}</Callout>}</div>
      {isPremium(plan) ? <CancelOrResume user={user} plan={plan} heading={heading} /> : <Offer {...props} />}
      {isSelf && plan.hasBilling && <Billing user={user} isPrimary={plan.paymentFailed ?? false} />}
    </Card>
  );
}

function Offer({ user, email, isSelf, payments }: ManageSectionProps) {
  const [isMissing, setMissing] = useState(false);
  const fail = useCallback(() => setMissing(true), []);
  if (payments === 'off') return <p>{planCopy.paymentsOff}</p>;
  if (payments === 'stripe') return <PremiumCard other={isSelf ? undefined : email} />;
  if (isMissing) return <FailureNote failure={{ text: subscriptionCopy.partFailed }} />;
  return (
    <OnDemand load={testSubscription} onFailure={fail}>
      {({ TestSubscription }) => <TestSubscription user={user} email={email} isSelf={isSelf} />}
    </OnDemand>
  );
}

function Billing({ user, isPrimary }: { readonly user: UserPlan; readonly isPrimary: boolean }) {
  const { action } = user;
  return (
    <CardActions className={styles.billing}>
      <Button
        kind={isPrimary ? 'primary' : undefined}
        aria-disabled={action !== undefined}
        onClick={() => void user.openBilling()}
      >
        {action === 'billing' ? texts.busy : texts.billing}
      </Button>
      <p className="soft">{texts.billingAbout}</p>
    </CardActions>
  );
}

interface PremiumCardProps {
  /** Address of the user whose plan is shown. Undefined for the signed-in user's own plan. */
  readonly other: string | undefined;
}

function PremiumCard({ other }: PremiumCardProps) {
  const { title, price, features, upgrade } = subscriptionCopy.card;
  const [isAsking, setAsking] = useState(false);
  return (
    <div className={styles.premium}>
      <h3>{title}</h3>
      <p className={styles.price}>{price(PLANS.monthly.price)}</p>
      <ul className={styles.points}>
        {features.map((feature) => (
          <li key={feature}>{feature}</li>
        ))}
      </ul>
      <Button kind="primary" aria-haspopup="dialog" onClick={() => setAsking(true)}>
        {upgrade}
      </Button>
      {isAsking && <UpgradeDialog other={other} onClose={() => setAsking(false)} />}
    </div>
  );
}

function UpgradeDialog({ other, onClose }: PremiumCardProps & { readonly onClose: () => void }) {
  const words = subscriptionCopy.upgrade;
  const actions = (
    <>
      <Button onClick={onClose}>{words.close}</Button>
      {other === undefined && (
        <ButtonLink kind="primary" to="/payment-page">
          {words.go}
        </ButtonLink>
      )}
    </>
  );
  return (
    <Dialog role="alertdialog" label={words.title} onClose={onClose}>
      <DialogBody title={words.title} actions={actions}>
        <p>{other === undefined ? words.oneself : words.other(other)}</p>
      </DialogBody>
    </Dialog>
  );
}
