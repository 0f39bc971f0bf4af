import { isTemporaryChat } from '#contract/temporary-chats';
import { IconButton } from '../../../components/button.tsx';
import { LineIcon } from '../../../components/line-icon.tsx';
import { useSharing } from '../../../components/use-site-config.ts';
import { type ChatWithPath, chatDialogState } from '../dialogs/chat-dialog-state.ts';
import type { ConversationState } from '../state/conversation/conversation-state.ts';
import { sharingCopy as copy } from './copy.ts';
import { hasSomethingToShare } from './has-something-to-share.ts';
import { SHARE_ICON } from './share-icon.ts';

interface ShareButtonProps {
  readonly chat: ChatWithPath;
  readonly state: ConversationState;
}

/** Opens the dialog that shares the chat. Absent if the chat cannot be shared. */
export function ShareButton({ chat, state }: ShareButtonProps) {
  const sharing = useSharing();
  const canShare =
    sharing !== undefined && sharing !== 'off' && !isTemporaryChat(chat.chatId) && hasSomethingToShare(state);
  if (!canShare) return null;
  return (
    <IconButton
      aria-label={copy.open}
      title={copy.open}
      aria-haspopup="dialog"
      onClick={() => chatDialogState.set({ kind: 'share', chat })}
    >
      <LineIcon name="share" path={SHARE_ICON} />
    </IconButton>
  );
}
