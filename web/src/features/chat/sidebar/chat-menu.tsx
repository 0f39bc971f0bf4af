import type { Chat } from '#contract/entities';
import { Icon } from '../../../components/icon.tsx';
import { LineIcon } from '../../../components/line-icon.tsx';
import { Menu, MenuItem } from '../../../components/menu.tsx';
import { useSharing } from '../../../components/use-site-config.ts';
import { ARCHIVE_ICON } from '../archive/archive-icon.ts';
import { archiveCopy } from '../archive/copy.ts';
import { setArchived, setPinned } from '../archive/pin-and-archive.ts';
import { selectionCopy } from '../chat-selection/copy.ts';
import { selectedChats } from '../chat-selection/selected-chats.ts';
import { actionsCopy } from '../dialogs/chat-actions-copy.ts';
import { chatDialogState } from '../dialogs/chat-dialog-state.ts';
import { projectsCopy } from '../projects/copy.ts';
import { FOLDER_ICON } from '../projects/folder-icon.ts';
import { sharingCopy } from '../sharing/copy.ts';
import { hasSomethingToShare } from '../sharing/has-something-to-share.ts';
import { SHARE_ICON } from '../sharing/share-icon.ts';
import type { ChatController } from '../state/chats/chat-screen-controller.ts';
import { linkOf, rowsIn } from './row-focus.ts';

const PIN = 'M9 4h6l-1 6 3 3v2H7v-2l3-3zM12 15v5';

const CHECKS = 'M4 7l2 2 3-4M4 17l2 2 3-4M13 7h7M13 17h7';

/** Focuses the next or previous row, because the focus would be lost with the row of a chat that leaves the sidebar. */
function focusNeighbour({ chatId }: Chat, buttonId: string): void {
  const own = document.getElementById(buttonId)?.closest('li')?.querySelector<HTMLElement>('a[data-chat]');
  // The chat may have two rows: in its project's list, and in the list of all chats. Both leave the sidebar, so neither
  // may get the focus.
  const rows = rowsIn(document).filter((row) => row === own || row.dataset.chat !== chatId);
  const at = own ? rows.indexOf(own) : -1;
  (rows[at + 1] ?? rows[at - 1])?.focus();
}

/**
 * Returns true if the chat is open, all its messages are loaded, and it has no finished reply. Such a chat cannot be
 * shared. For any other chat, the server decides when the user tries to share it.
 */
function isKnownEmpty(controller: ChatController, chatId: string): boolean {
  const open = controller.open.get();
  return open?.chatId === chatId && !hasSomethingToShare(open.state.get());
}

interface ChatMenuProps {
  readonly chat: Chat;
  readonly buttonId: string;
  readonly onRename: () => void;
  readonly controller: ChatController;
  readonly onClose: () => void;
}

export function ChatMenu({ chat, buttonId, controller, onRename, onClose }: ChatMenuProps) {
  const isPinned = chat.pinnedAt !== undefined;
  const sharing = useSharing();
  const canShare = sharing !== undefined && sharing !== 'off' && !isKnownEmpty(controller, chat.chatId);
  const pin = () => {
    onClose();
    void setPinned(controller, chat, !isPinned);
    // The focus would be lost with the old row when the chat moves to or from the pinned chats.
    requestAnimationFrame(() => linkOf(chat.chatId)?.focus());
  };
  const leave = () => {
    onClose();
    focusNeighbour(chat, buttonId);
  };
  const archive = () => {
    leave();
    void setArchived(controller, chat, true);
  };
  const remove = () => {
    leave();
    void controller.deletion.delete(chat.chatId);
  };
  const openMove = () => {
    document.getElementById(buttonId)?.focus();
    onClose();
    chatDialogState.set({ kind: 'moveChat', chat });
  };
  const openDialog = (kind: 'export' | 'share') => {
    // The dialog returns the focus to the control that has it when the dialog opens.
    document.getElementById(buttonId)?.focus();
    onClose();
    const open = controller.open.get();
    const through = open?.chatId === chat.chatId ? open.state.get().through : undefined;
    chatDialogState.set({ kind, chat: { ...chat, through } });
  };
  const select = () => {
    onClose();
    selectedChats.set(new Set([chat.chatId]));
  };
  return (
    <Menu buttonId={buttonId} onClose={onClose}>
      <MenuItem onClick={onRename}>
        <Icon name="pencil" size={18} />
        {actionsCopy.menu.rename}
      </MenuItem>
      <MenuItem onClick={pin}>
        <LineIcon name="pin" path={PIN} size={18} />
        {isPinned ? archiveCopy.unpin : archiveCopy.pin}
      </MenuItem>
      <MenuItem onClick={archive}>
        <LineIcon name="archive" path={ARCHIVE_ICON} size={18} />
        {archiveCopy.archive}
      </MenuItem>
      <MenuItem onClick={openMove}>
        <LineIcon name="folder" path={FOLDER_ICON} size={18} />
        {projectsCopy.menu.move}
      </MenuItem>
      {canShare && (
        <MenuItem onClick={() => openDialog('share')}>
          <LineIcon name="share" path={SHARE_ICON} size={18} />
          {sharingCopy.menu}
        </MenuItem>
      )}
      <MenuItem onClick={() => openDialog('export')}>
        <Icon name="copy" size={18} />
        {actionsCopy.menu.export}
      </MenuItem>
      <MenuItem onClick={select}>
        <LineIcon name="select" path={CHECKS} size={18} />
        {selectionCopy.select}
      </MenuItem>
      <MenuItem isDangerous onClick={remove}>
        <Icon name="trash" size={18} />
        {actionsCopy.menu.delete}
      </MenuItem>
    </Menu>
  );
}
