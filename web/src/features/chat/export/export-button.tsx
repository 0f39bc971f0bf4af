import { IconButton } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { type ChatWithPath, chatDialogState } from '../dialogs/chat-dialog-state.ts';
import { exportCopy } from './copy.ts';

/** Button that opens the dialog to export or copy the chat. */
export function ExportButton({ chat }: { readonly chat: ChatWithPath }) {
  return (
    <IconButton
      aria-label={exportCopy.open}
      title={exportCopy.open}
      aria-haspopup="dialog"
      onClick={() => chatDialogState.set({ kind: 'export', chat })}
    >
      <Icon name="copy" />
    </IconButton>
  );
}
