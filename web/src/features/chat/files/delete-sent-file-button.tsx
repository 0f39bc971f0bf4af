import { useId, useState } from 'react';
import type { FileInfo } from '#contract/entities';
import { AppError } from '#contract/error-codes';
import { Button } from '../../../components/button.tsx';
import { Callout } from '../../../components/callout.tsx';
import { Dialog, DialogBody } from '../../../components/dialog.tsx';
import { LineIcon } from '../../../components/line-icon.tsx';
import { Menu, MenuItem } from '../../../components/menu.tsx';
import { useIsMounted } from '../../../components/use-is-mounted.ts';
import { deleteFile } from '../api/files.ts';
import messageStyles from '../conversation/message-view.module.css';
import type { Conversation } from '../state/conversation/conversation.ts';
import type { ViewMessage } from '../state/turns/shown-message.ts';
import { messageFilesCopy } from './message-files-copy.ts';
import { fileAddresses } from './state/file-addresses.ts';

const FILE_MINUS = 'M7 3h7l4 4v14H7zM14 3v4h4M10 14h5';

interface DeleteSentFileButtonProps {
  readonly message: ViewMessage;
  readonly conversation: Conversation;
}

/** Button under a message that removes one of its files for good, after the user has confirmed this. */
export function DeleteSentFileButton({ message, conversation }: DeleteSentFileButtonProps) {
  const buttonId = useId();
  const [isOpen, setOpen] = useState(false);
  const [chosen, choose] = useState<FileInfo>();
  const files = (message.files ?? []).filter(({ isRemoved }) => !isRemoved);
  const [only] = files.length === 1 ? files : [];
  if (files.length === 0 || message.index === undefined) return null;
  const label = only ? messageFilesCopy.removeOne(only.name) : messageFilesCopy.remove;
  return (
    <>
      <button
        id={buttonId}
        type="button"
        className={messageStyles.action}
        aria-label={label}
        title={label}
        aria-haspopup={only ? 'dialog' : 'menu'}
        aria-expanded={only ? undefined : isOpen}
        onClick={() => (only ? choose(only) : setOpen(!isOpen))}
      >
        <LineIcon name="remove-file" path={FILE_MINUS} size={16} />
      </button>
      {isOpen && (
        <Menu buttonId={buttonId} onClose={() => setOpen(false)}>
          {files.map((file) => (
            <MenuItem
              key={file.fileId}
              isDangerous
              onClick={() => {
                setOpen(false);
                choose(file);
              }}
            >
              <bdi>{messageFilesCopy.removeOne(file.name)}</bdi>
            </MenuItem>
          ))}
        </Menu>
      )}
      {chosen && (
        <RemovalDialog
          file={chosen}
          messageIndex={message.index}
          conversation={conversation}
          onClose={() => {
            choose(undefined);
            document.getElementById(buttonId)?.focus();
          }}
        />
      )}
    </>
  );
}

interface RemovalDialogProps {
  readonly file: FileInfo;
  readonly messageIndex: number;
  readonly conversation: Conversation;
  readonly onClose: () => void;
}

function RemovalDialog({ file, messageIndex, conversation, onClose }: RemovalDialogProps) {
  const [state, setState] = useState<'idle' | 'removing' | 'failed'>('idle');
  const isMounted = useIsMounted();
  const { removal } = messageFilesCopy;
  const remove = async () => {
    if (state === 'removing') return;
    setState('removing');
    try {
      await deleteFile(file.fileId, { chatId: conversation.chatId, messageIndex });
    } catch (error) {
      if (!isGone(error)) {
        setState('failed');
        return;
      }
    }
    fileAddresses.remove(file.fileId);
    if (isMounted.current) onClose();
    conversation.actions.fileRemoved(file.fileId);
  };
  return (
    <Dialog label={removal.title} role="alertdialog" onClose={onClose}>
      <DialogBody
        title={removal.title}
        actions={
          <>
            <Button onClick={onClose}>{removal.cancel}</Button>
            <Button kind="danger" aria-disabled={state === 'removing'} onClick={() => void remove()}>
              {removal.confirm}
            </Button>
          </>
        }
      >
        <p>
          <bdi>{file.name}</bdi>
        </p>
        <p>{removal.text}</p>
        {state === 'failed' && <Callout kind="error">{removal.failed}</Callout>}
      </DialogBody>
    </Dialog>
  );
}

/** True if the file was removed before: by another tab, or by an earlier attempt whose answer was lost. */
const isGone = (error: unknown): boolean => error instanceof AppError && error.code === 'file_not_found';
