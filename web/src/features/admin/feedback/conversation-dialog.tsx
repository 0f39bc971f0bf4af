import { Button } from '../../../components/button.tsx';
import { Dialog, DialogBody } from '../../../components/dialog.tsx';
import { explainAdminFailure } from '../api/call-admin.ts';
import { useFeedbackConversation } from '../api/feedback.ts';
import { FailureWithRetry, LoadingText } from '../components/loading-and-failure.tsx';
import { adminCopy } from '../copy.ts';
import styles from './conversation-dialog.module.css';

const words = adminCopy.feedback;

interface ConversationDialogProps {
  readonly id: string;
  readonly onClose: () => void;
}

/** Dialog with the question and the reply that a user sent with feedback. */
export function ConversationDialog({ id, onClose }: ConversationDialogProps) {
  const { data, error, refetch } = useFeedbackConversation(id);
  return (
    <Dialog label={words.conversation} className={styles.dialog} onClose={onClose}>
      <DialogBody title={words.conversation} actions={<Button onClick={onClose}>{adminCopy.close}</Button>}>
        <p className="soft">{words.recorded}</p>
        {!data && !error && <LoadingText />}
        {!data && error && (
          <FailureWithRetry text={explainAdminFailure(error)} onRetry={() => void refetch()} />
        )}
        {data && (
          <dl className={styles.conversation}>
            <dt>{words.question}</dt>
            <dd dir="auto">{data.question}</dd>
            <dt>{words.reply}</dt>
            <dd dir="auto">{data.reply}</dd>
          </dl>
        )}
      </DialogBody>
    </Dialog>
  );
}
