import { Button } from '../../../components/button.tsx';
import { Callout } from '../../../components/callout.tsx';
import { Dialog, DialogBody } from '../../../components/dialog.tsx';
import { adminCopy } from '../copy.ts';

interface ConfirmDialogProps {
  readonly question: string;
  readonly explanation: string;
  readonly action: string;
  readonly isDangerous?: boolean;
  readonly isBusy?: boolean;
  readonly error?: string | undefined;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks the operator to confirm an action that affects other people or cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { question, explanation, action, isDangerous = false, isBusy = false, error } = props;
  const actions = (
    <>
      <Button onClick={props.onClose}>{adminCopy.cancel}</Button>
      <Button
        kind={isDangerous ? 'danger' : 'primary'}
        aria-disabled={isBusy}
        onClick={() => !isBusy && props.onConfirm()}
      >
        {action}
      </Button>
    </>
  );
  return (
    <Dialog label={question} onClose={props.onClose}>
      <DialogBody title={question} actions={actions}>
        <p className="soft">{explanation}</p>
        {error !== undefined && <Callout kind="error">{error}</Callout>}
      </DialogBody>
    </Dialog>
  );
}
