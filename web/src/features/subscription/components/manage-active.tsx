import { type RefObject, useState } from 'react';
import type { Subscription } from '#contract/entities';
import { useStore } from '../../../lib/store.ts';
import { subscriptionCopy } from '../copy.ts';
import type { UserPlan } from '../model/user-plan.ts';
import { CancelDialog } from './cancel-dialog.tsx';

const texts = subscriptionCopy.manage;

interface ManageActiveProps {
  readonly user: UserPlan;
  readonly plan: Subscription;
  /** Takes the focus of a button that is gone. */
  readonly heading: RefObject<HTMLElement | null>;
}

/** Manage Subscription for an active paid user (docs/spec.md 2.9). */
export function ManageActive({ user, plan, heading }: ManageActiveProps) {
  const { action } = useStore(user.state);
  const [isAsking, setAsking] = useState(false);
  const isBusy = action !== undefined;
  const after = (doing: Promise<boolean>) => void doing.then(() => keepFocus(heading.current));
  const atPeriodEnd = () => after(user.cancel(false));
  return (
    <>
      <p>{texts.active}</p>
      <div className="account-actions">
        {plan.cancelAtPeriodEnd ? (
          <button
            key="resume"
            type="button"
            className="button button-primary"
            aria-disabled={isBusy}
            onClick={() => after(user.resume())}
          >
            {action === 'resume' ? texts.busy : texts.resume}
          </button>
        ) : (
          <button key="cancel" type="button" className="button" aria-disabled={isBusy} onClick={atPeriodEnd}>
            {action === 'cancelAtPeriodEnd' ? texts.busy : texts.atPeriodEnd}
          </button>
        )}
        <button
          type="button"
          className="button button-danger-plain"
          aria-haspopup="dialog"
          aria-disabled={isBusy}
          onClick={() => !isBusy && setAsking(true)}
        >
          {texts.immediately}
        </button>
      </div>
      {isAsking && (
        <CancelDialog
          user={user}
          onClose={() => {
            setAsking(false);
            // After the dialog has given the focus back to where it came from.
            setTimeout(() => keepFocus(heading.current));
          }}
        />
      )}
    </>
  );
}

function keepFocus(heading: HTMLElement | null): void {
  if (document.activeElement === document.body || document.activeElement === null) heading?.focus();
}
