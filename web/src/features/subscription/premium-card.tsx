import { useState } from 'react';
import { PLANS } from '#contract/limits';
import { Button, ButtonLink } from '../../components/button.tsx';
import { Dialog, DialogBody } from '../../components/dialog.tsx';
import { subscriptionCopy } from './copy.ts';
import styles from './subscription.module.css';

interface PremiumCardProps {
  /** Address of the user whom it would be for, where that is not the viewer. */
  readonly other: string | undefined;
}

/** Premium Plan card (docs/spec.md 2.9). */
export function PremiumCard({ other }: PremiumCardProps) {
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

/** The alert that docs/spec.md 2.9 asks for, with the way to where Premium is bought. */
function UpgradeDialog({ other, onClose }: PremiumCardProps & { readonly onClose: () => void }) {
  const texts = subscriptionCopy.upgrade;
  const actions = (
    <>
      <Button onClick={onClose}>{texts.close}</Button>
      {other === undefined && (
        <ButtonLink kind="primary" to="/payment-page">
          {texts.go}
        </ButtonLink>
      )}
    </>
  );
  return (
    <Dialog role="alertdialog" label={texts.title} onClose={onClose}>
      <DialogBody title={texts.title} actions={actions}>
        <p>{other === undefined ? texts.oneself : texts.other(other)}</p>
      </DialogBody>
    </Dialog>
  );
}
