import { Link } from '../../../components/link.tsx';
import { Modal } from '../../../components/modal.tsx';
import { subscriptionCopy } from '../copy.ts';

const texts = subscriptionCopy.upgrade;

interface UpgradeDialogProps {
  readonly other: string | undefined;
  readonly onClose: () => void;
}

/** The alert that docs/spec.md 2.9 asks for, with the way to where Premium is bought. */
export function UpgradeDialog({ other, onClose }: UpgradeDialogProps) {
  return (
    <Modal role="alertdialog" label={texts.title} onClose={onClose}>
      <div className="modal-form">
        <h2 className="modal-title">{texts.title}</h2>
        <p>{other === undefined ? texts.oneself : texts.other(other)}</p>
        <div className="modal-actions">
          <button type="button" className="button" onClick={onClose}>
            {texts.close}
          </button>
          {other === undefined && (
            <Link className="button button-primary" to="/payment-page">
              {texts.go}
            </Link>
          )}
        </div>
      </div>
    </Modal>
  );
}
