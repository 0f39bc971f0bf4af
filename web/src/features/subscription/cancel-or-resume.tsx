import { type RefObject, useState } from 'react';
import type { Subscription } from '#contract/entities';
import { Button } from '../../components/button.tsx';
import { Actions } from '../../components/card.tsx';
import { Dialog, DialogBody } from '../../components/dialog.tsx';
import { subscriptionCopy } from './copy.ts';
import { FailureNote } from './failure-note.tsx';
import styles from './subscription.module.css';
import type { UserPlan } from './use-user-plan.ts';

const texts = subscriptionCopy.manage;

interface CancelOrResumeProps {
  readonly user: UserPlan;
  readonly plan: Subscription;
  /** Takes the focus of a button that is gone. */
  readonly heading: RefObject<HTMLElement | null>;
}

/** Manage Subscription for an active paid user (docs/spec.md 2.9). */
export function CancelOrResume({ user, plan, heading }: CancelOrResumeProps) {
  const { action } = user;
  const [isAsking, setAsking] = useState(false);
  const isBusy = action !== undefined;
  const after = (doing: Promise<boolean>) => void doing.then(() => keepFocus(heading.current));
  const close = () => {
    setAsking(false);
    // After the dialog has given the focus back to where it came from.
    setTimeout(() => keepFocus(heading.current));
  };
  return (
    <>
      <p>{texts.active}</p>
      <Actions>
        {plan.cancelAtPeriodEnd ? (
          <Button key="resume" kind="primary" aria-disabled={isBusy} onClick={() => after(user.resume())}>
            {action === 'resume' ? texts.busy : texts.resume}
          </Button>
        ) : (
          <Button key="cancel" aria-disabled={isBusy} onClick={() => after(user.cancel(false))}>
            {action === 'cancelAtPeriodEnd' ? texts.busy : texts.atPeriodEnd}
          </Button>
        )}
        <Button
          kind="danger-outline"
          aria-haspopup="dialog"
          aria-disabled={isBusy}
          onClick={() => !isBusy && setAsking(true)}
        >
          {texts.immediately}
        </Button>
      </Actions>
      {isAsking && <CancelDialog user={user} onClose={close} />}
    </>
  );
}

function keepFocus(heading: HTMLElement | null): void {
  if (document.activeElement === document.body || document.activeElement === null) heading?.focus();
}

interface CancelDialogProps {
  readonly user: UserPlan;
  readonly onClose: () => void;
}

/** Says what is lost when a subscription is cancelled at once. */
function CancelDialog({ user, onClose }: CancelDialogProps) {
  const { action, actionFailure, plan } = user;
  const { title, what, yearly, instead, keep } = subscriptionCopy.cancelNow;
  const isBusy = action !== undefined;
  const close = () => {
    user.forgetActionFailure();
    onClose();
  };
  const cancel = async () => {
    if (await user.cancel(true)) onClose();
  };
  const actions = (
    <>
      <Button onClick={close}>{keep}</Button>
      <Button kind="danger" aria-disabled={isBusy} onClick={() => !isBusy && void cancel()}>
        {isBusy ? texts.busy : texts.immediately}
      </Button>
    </>
  );
  return (
    <Dialog label={title} onClose={close}>
      <DialogBody title={title} actions={actions}>
        <ul className={styles.points}>
          {what.map((line) => (
            <li key={line}>{line}</li>
          ))}
          {plan?.planType === 'yearly' && <li>{yearly}</li>}
        </ul>
        {!plan?.cancelAtPeriodEnd && <p className="soft">{instead}</p>}
        <FailureNote failure={actionFailure} />
      </DialogBody>
    </Dialog>
  );
}
