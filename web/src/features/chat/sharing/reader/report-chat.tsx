import { type SyntheticEvent, useState } from 'react';
import { AppError } from '#contract/error-codes';
import { SHARE_REPORT_MAX_LENGTH } from '#contract/limits';
import { reportPublicShare, reportShare } from '#contract/sharing';
import { Button } from '../../../../components/button.tsx';
import { Callout } from '../../../../components/callout.tsx';
import { Dialog, DialogBody } from '../../../../components/dialog.tsx';
import { TextArea } from '../../../../components/text-fields-and-switch.tsx';
import { useHasSupport } from '../../../../components/use-site-config.ts';
import { callApi, callAsVisitor } from '../../../../lib/api-client.ts';
import { useOneAtATime } from '../use-mutation-one-at-a-time.ts';
import { readerCopy } from './copy.ts';
import { isNotFound, type SharedChatProps } from './use-shared-chat.ts';

const copy = readerCopy.report;
/** Milliseconds after which a report counts as failed. API Gateway responds within 30 seconds. */
const TIMEOUT_MS = 30_000;

/** Button that opens the dialog for a report to the operator. Absent if the deployment sends no mail. */
export function ReportChat(props: SharedChatProps) {
  const [isOpen, setOpen] = useState(false);
  if (!useHasSupport()) return null;
  return (
    <>
      <Button kind="plain" isSmall aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {copy.open}
      </Button>
      {isOpen && <ReportDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

interface ReportDialogProps extends SharedChatProps {
  readonly onClose: () => void;
}

function ReportDialog({ shareId, reader, onClose }: ReportDialogProps) {
  const [text, setText] = useState('');
  const { mutation: sending, start } = useOneAtATime(['report', shareId], {
    mutationFn: () => {
      const message = text.trim();
      const input = { params: { shareId }, body: { message }, signal: AbortSignal.timeout(TIMEOUT_MS) };
      return reader === 'member' ? callApi(reportShare, input) : callAsVisitor(reportPublicShare, input);
    },
  });
  const left = SHARE_REPORT_MAX_LENGTH - text.trim().length;
  const cannotSend = sending.isPending || left < 0;
  const send = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!cannotSend) start();
  };
  if (sending.isSuccess)
    return (
      <Dialog label={copy.title} onClose={onClose}>
        <DialogBody
          title={copy.title}
          actions={
            <Button autoFocus onClick={onClose}>
              {copy.close}
            </Button>
          }
        >
          <p role="status">{sending.data.message}</p>
        </DialogBody>
      </Dialog>
    );
  return (
    <Dialog label={copy.title} onClose={onClose}>
      <DialogBody
        title={copy.title}
        onSubmit={send}
        actions={
          <>
            <Button onClick={onClose}>{copy.cancel}</Button>
            <Button type="submit" kind="primary" aria-disabled={cannotSend}>
              {sending.isPending ? copy.sending : copy.send}
            </Button>
          </>
        }
      >
        <p className="soft">
          {copy.about} {reader === 'member' && copy.member}
        </p>
        <TextArea
          label={copy.label}
          dir="auto"
          rows={5}
          value={text}
          {...(left < 0 ? { error: copy.tooLong(-left) } : { hint: copy.left(left) })}
          onChange={({ target }) => setText(target.value)}
        />
        {sending.isError && <Callout kind="error">{explain(sending.error)}</Callout>}
      </DialogBody>
    </Dialog>
  );
}

function explain(error: Error): string {
  if (isNotFound(error)) return readerCopy.continue.gone;
  const isPlain =
    error instanceof AppError && ['too_many_requests', 'support_unavailable'].includes(error.code);
  return isPlain ? error.message : copy.failed;
}
