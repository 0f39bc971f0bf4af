import type { PlanType } from '#contract/entities';
import { PLANS } from '#contract/plans';
import { Badge } from '../../components/badge.tsx';
import { paymentCopy } from './copy.ts';
import styles from './payment.module.css';

const TYPES = ['monthly', 'yearly'] as const satisfies readonly PlanType[];

interface PlanChoiceProps {
  readonly chosen: PlanType;
  readonly isBusy: boolean;
  readonly onChoose: (plan: PlanType) => void;
}

export function PlanChoice({ chosen, isBusy, onChoose }: PlanChoiceProps) {
  return (
    <fieldset className={styles.plans} disabled={isBusy}>
      <legend className="visually-hidden">{paymentCopy.choose}</legend>
      {TYPES.map((type) => {
        const { title, per, features } = paymentCopy.plans[type];
        return (
          <label key={type} className={styles.plan} data-chosen={type === chosen}>
            <input
              type="radio"
              name="plan"
              value={type}
              checked={type === chosen}
              aria-labelledby={`plan-${type}`}
              aria-describedby={`plan-${type}-price plan-${type}-features`}
              onChange={() => onChoose(type)}
            />
            <span className={styles.head}>
              <span id={`plan-${type}`} className={styles.title}>
                {title}
              </span>
              {type === 'yearly' && <Badge tone="good">{paymentCopy.bestValue}</Badge>}
            </span>
            <span id={`plan-${type}-price`}>
              <span className={styles.price}>{PLANS[type].price}</span> <span className="soft">{per}</span>
            </span>
            <span id={`plan-${type}-features`} className={styles.features}>
              {features.map((feature) => (
                <span key={feature}>{feature}</span>
              ))}
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}
