import { useState } from 'react';
import { PLANS } from '#contract/limits';
import { subscriptionCopy } from '../copy.ts';
import { UpgradeDialog } from './upgrade-dialog.tsx';

const texts = subscriptionCopy.card;

/** Premium Plan card (docs/spec.md 2.9). `other`: the address of the user whom it would be for, where that is not the viewer. */
export function PremiumCard({ other }: { readonly other: string | undefined }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <div className="plan-card">
      <h3>{texts.title}</h3>
      <p className="plan-price">{texts.price(PLANS.monthly.price)}</p>
      <ul className="plan-points">
        {texts.features.map((feature) => (
          <li key={feature}>{feature}</li>
        ))}
      </ul>
      <button
        type="button"
        className="button button-primary"
        aria-haspopup="dialog"
        onClick={() => setAsking(true)}
      >
        {texts.upgrade}
      </button>
      {isAsking && <UpgradeDialog other={other} onClose={() => setAsking(false)} />}
    </div>
  );
}
