import { type RefObject, useState } from 'react';
import type { Subscription } from '#contract/entities';
import { Button } from '../../components/button.tsx';
import { CardActions } from '../../components/card.tsx';
import { Dialog, DialogBody } from '../../components/dialog.tsx';
import { subscriptionCopy } from './copy.ts';
import { FailureNote } from './failure-note.tsx';
import styles from './subscription.module.css';
import type { UserPlan } from './use-load-and-change-plan.ts';

const texts = subscriptionCopy.manage;

interface CancelOrResumeProps {
  readonly user: UserPlan;
  readonly plan: Subscription;
  readonly heading: RefObject<HTMLElement | null>;
}

export function CancelOrResume({ user, plan, heading }: CancelOrResumeProps) {
  const { action } = user;
  const [isAsking, setAsking] = useState(false);
  const isBusy = action !== undefined;
  const after = (doing: Promise<boolean>) => void doing.then(() => keepFocus(heading.current));
  const close = () => {
    setAsking(false);
    // Deferred until the closing dialog has restored the focus.
    setTimeout(() => keepFocus(heading.current));
  };
  return (
    <>
      <p>{texts.active}</p>
      <CardActions>
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
      </CardActions>
      {isAsking && <CancelDialog user={user} onClose={close} />}
    </>
  );
}

/** Focuses the heading if the focused element was removed. */
function keepFocus(heading: HTMLElement | null): void {
  if (document.activeElement === document.body || document.activeElement === null) heading?.focus();
}

interface CancelDialogProps {
  readonly user: UserPlan;
  readonly onClose: () => void;
}

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
