import type { PlanType } from '#contract/entities';
import { PLANS } from '#contract/limits';
import { paymentCopy } from '../copy.ts';

const TYPES = ['monthly', 'yearly'] as const satisfies readonly PlanType[];

interface PlanChoiceProps {
  readonly chosen: PlanType;
  readonly isBusy: boolean;
  readonly onChoose: (plan: PlanType) => void;
}

/** The two plans, one of which is chosen (docs/spec.md 2.10). */
export function PlanChoice({ chosen, isBusy, onChoose }: PlanChoiceProps) {
  return (
    <fieldset className="plan-choice" disabled={isBusy}>
      <legend className="visually-hidden">{paymentCopy.choose}</legend>
      {TYPES.map((type) => {
        const { title, per, features } = paymentCopy.plans[type];
        return (
          <label key={type} className="plan-option" data-chosen={type === chosen}>
            <input
              type="radio"
              name="plan"
              value={type}
              checked={type === chosen}
              aria-labelledby={`plan-${type}`}
              aria-describedby={`plan-${type}-price plan-${type}-features`}
              onChange={() => onChoose(type)}
            />
            <span className="plan-option-head">
              <span id={`plan-${type}`} className="plan-option-title">
                {title}
              </span>
              {type === 'yearly' && <span className="plan-badge">{paymentCopy.bestValue}</span>}
            </span>
            <span id={`plan-${type}-price`}>
              <span className="plan-price">{PLANS[type].price}</span> <span className="soft">{per}</span>
            </span>
            <span id={`plan-${type}-features`} className="plan-features">
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
