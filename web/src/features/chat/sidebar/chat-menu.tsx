import type { Chat } from '#contract/entities';
import { Icon } from '../../../components/icon.tsx';
import { Menu, MenuItem } from '../../../components/menu.tsx';
import { chatDialogState } from '../dialogs/chat-dialog-state.ts';
import { actionsCopy } from '../dialogs/copy.ts';

interface ChatMenuProps {
  readonly chat: Chat;
  /** Id of the menu's button, whose label names the menu. */
  readonly buttonId: string;
  readonly onRename: () => void;
  readonly onDelete: () => void;
  readonly onClose: () => void;
}

/** Menu with the actions on a chat. */
export function ChatMenu({ chat, buttonId, onRename, onDelete, onClose }: ChatMenuProps) {
  const openExport = () => {
    // The dialog returns the focus to the control that has it when the dialog opens.
    document.getElementById(buttonId)?.focus();
    onClose();
    chatDialogState.set({ kind: 'export', chat });
  };
  return (
    <Menu buttonId={buttonId} onClose={onClose}>
      <MenuItem onClick={onRename}>
        <Icon name="pencil" size={18} />
        {actionsCopy.menu.rename}
      </MenuItem>
      <MenuItem onClick={openExport}>
        <Icon name="copy" size={18} />
        {actionsCopy.menu.export}
      </MenuItem>
      <MenuItem isDangerous onClick={onDelete}>
        <Icon name="trash" size={18} />
        {actionsCopy.menu.delete}
      </MenuItem>
    </Menu>
  );
}
