import { Icon } from '../../../components/icon.tsx';
import { Menu, MenuItem } from '../../../components/menu.tsx';
import { actionsCopy } from '../dialogs/copy.ts';

interface ChatMenuProps {
  /** Id of the menu's button, whose label names the menu. */
  readonly buttonId: string;
  readonly onRename: () => void;
  readonly onDelete: () => void;
  readonly onClose: () => void;
}

/** Menu with the actions on a chat. */
export function ChatMenu({ buttonId, onRename, onDelete, onClose }: ChatMenuProps) {
  return (
    <Menu buttonId={buttonId} onClose={onClose}>
      <MenuItem onClick={onRename}>
        <Icon name="pencil" size={18} />
        {actionsCopy.menu.rename}
      </MenuItem>
      <MenuItem isDangerous onClick={onDelete}>
        <Icon name="trash" size={18} />
        {actionsCopy.menu.delete}
      </MenuItem>
    </Menu>
  );
}
