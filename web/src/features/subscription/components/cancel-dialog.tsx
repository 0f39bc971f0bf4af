import { Modal } from '../../../components/modal.tsx';
import { useStore } from '../../../lib/store.ts';
import { subscriptionCopy } from '../copy.ts';
import type { UserPlan } from '../model/user-plan.ts';
import { FailureNotice } from './failure-notice.tsx';

const texts = subscriptionCopy.cancelNow;

interface CancelDialogProps {
  readonly user: UserPlan;
  readonly onClose: () => void;
}

/** Says what is lost when a subscription is cancelled at once. */
export function CancelDialog({ user, onClose }: CancelDialogProps) {
  const { action, actionFailure, plan } = useStore(user.state);
  const isBusy = action !== undefined;
  const close = () => {
    user.forgetActionFailure();
    onClose();
  };
  const cancel = async () => {
    if (await user.cancel(true)) onClose();
  };
  return (
    <Modal label={texts.title} onClose={close}>
      <div className="modal-form">
        <h2 className="modal-title">{texts.title}</h2>
        <ul className="plan-points">
          {texts.what.map((line) => (
            <li key={line}>{line}</li>
          ))}
          {plan?.planType === 'yearly' && <li>{texts.yearly}</li>}
        </ul>
        {!plan?.cancelAtPeriodEnd && <p className="soft">{texts.instead}</p>}
        <FailureNotice failure={actionFailure} />
        <div className="modal-actions">
          <button type="button" className="button" onClick={close}>
            {texts.keep}
          </button>
          <button
            type="button"
            className="button button-danger"
            aria-disabled={isBusy}
            onClick={() => !isBusy && void cancel()}
          >
            {isBusy ? subscriptionCopy.manage.busy : subscriptionCopy.manage.immediately}
          </button>
        </div>
      </div>
    </Modal>
  );
}
