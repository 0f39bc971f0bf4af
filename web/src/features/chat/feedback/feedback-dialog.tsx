import { type SyntheticEvent, useId, useRef, useState } from 'react';
import { type Feedback, feedbackReason } from '#contract/feedback-fields';
import { FEEDBACK_TEXT_MAX_LENGTH } from '#contract/limits';
import { Button } from '../../../components/button.tsx';
import { Callout } from '../../../components/callout.tsx';
import { Dialog, DialogBody } from '../../../components/dialog.tsx';
import { TextArea } from '../../../components/text-fields-and-switch.tsx';
import { useIsMounted } from '../../../components/use-is-mounted.ts';
import { focusComposer } from '../conversation/composer.tsx';
import type { DislikedReply } from '../dialogs/chat-dialog-state.ts';
import { feedbackCopy as copy } from './copy.ts';
import styles from './feedback.module.css';

interface FeedbackDialogProps {
  readonly reply: DislikedReply;
  readonly onClose: () => void;
}

/**
 * Asks what was wrong with a reply. Stays open if another tab replaces the reply, so that the user does not lose the
 * text of the feedback.
 */
export function FeedbackDialog({ reply, onClose }: FeedbackDialogProps) {
  const { conversation, key, index } = reply;
  const [feedback, setFeedback] = useState<Feedback>({});
  const [problem, setProblem] = useState<string>();
  const [isSending, setSending] = useState(false);
  const isBusy = useRef(false);
  const isMounted = useIsMounted();
  const close = () => {
    onClose();
    // If the reply was replaced, the button that opened the dialog is gone, and nothing has the focus.
    requestAnimationFrame(() => document.activeElement === document.body && focusComposer());
  };
  const change = (changed: Feedback) => setFeedback((before) => ({ ...before, ...changed }));
  const send = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (isBusy.current) return;
    // If the reply was replaced, another reply has its index, and would get the feedback.
    if (!conversation.state.get().messages.some((message) => message.key === key)) {
      setProblem(copy.replaced);
      return;
    }
    isBusy.current = true;
    setSending(true);
    setProblem(undefined);
    try {
      await conversation.actions.sendFeedback(index, feedback);
      if (isMounted.current) close();
    } catch {
      setProblem(copy.failed);
    }
    setSending(false);
    isBusy.current = false;
  };
  const actions = (
    <>
      <Button onClick={close}>{copy.skip}</Button>
      <Button type="submit" kind="primary" aria-disabled={isSending}>
        {isSending ? copy.sending : copy.send}
      </Button>
    </>
  );
  return (
    <Dialog label={copy.title} onClose={close}>
      <DialogBody title={copy.title} actions={actions} onSubmit={(event) => void send(event)}>
        <Reasons chosen={feedback.reason} onChoose={(reason) => change({ reason })} />
        <TextArea
          label={copy.text}
          rows={2}
          dir="auto"
          maxLength={FEEDBACK_TEXT_MAX_LENGTH}
          value={feedback.text ?? ''}
          onChange={({ target }) => change({ text: target.value })}
        />
        <Agreement
          isGiven={feedback.withConversation ?? false}
          onChange={(withConversation) => change({ withConversation })}
        />
        <p className="soft">{copy.kept}</p>
        {problem !== undefined && <Callout kind="error">{problem}</Callout>}
      </DialogBody>
    </Dialog>
  );
}

interface ReasonsProps {
  readonly chosen: Feedback['reason'];
  readonly onChoose: (reason: Feedback['reason']) => void;
}

function Reasons({ chosen, onChoose }: ReasonsProps) {
  const name = useId();
  return (
    <fieldset className={styles.reasons}>
      <legend className="visually-hidden">{copy.title}</legend>
      {feedbackReason.options.map((reason) => (
        <label key={reason}>
          <input type="radio" name={name} checked={chosen === reason} onChange={() => onChoose(reason)} />
          <span>{copy.reasons[reason]}</span>
        </label>
      ))}
    </fieldset>
  );
}

interface AgreementProps {
  readonly isGiven: boolean;
  readonly onChange: (isGiven: boolean) => void;
}

/** Lets operators read the question and the reply. Off until the user turns it on. */
function Agreement({ isGiven, onChange }: AgreementProps) {
  const id = useId();
  return (
    <div className={styles.agreement}>
      <label>
        <input
          type="checkbox"
          checked={isGiven}
          aria-describedby={id}
          onChange={({ target }) => onChange(target.checked)}
        />
        <span>{copy.withConversation}</span>
      </label>
      <p id={id} className="soft">
        {copy.withConversationHelp}
      </p>
    </div>
  );
}
