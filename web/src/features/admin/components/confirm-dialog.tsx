import { Modal } from '../../../components/modal.tsx';
import { adminCopy } from '../copy.ts';

interface ConfirmDialogProps {
  readonly question: string;
  readonly explanation: string;
  readonly action: string;
  readonly isDangerous?: boolean;
  /** True while a call is under way: no answer can be given. */
  readonly isBusy?: boolean;
  readonly error?: string | undefined;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before something is done that many people notice, or that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { question, explanation, action, isDangerous = false, isBusy = false, error } = props;
  return (
    <Modal label={question} onClose={props.onClose}>
      <div className="modal-form">
        <h2 className="modal-title">{question}</h2>
        <p className="soft">{explanation}</p>
        {error !== undefined && (
          <p role="alert" className="notice notice-error">
            {error}
          </p>
        )}
        <div className="modal-actions">
          <button type="button" className="button" onClick={props.onClose}>
            {adminCopy.cancel}
          </button>
          <button
            type="button"
            className={`button ${isDangerous ? 'button-danger' : 'button-primary'}`}
            aria-disabled={isBusy}
            onClick={() => !isBusy && props.onConfirm()}
          >
            {action}
          </button>
        </div>
      </div>
    </Modal>
  );
}
