import { Icon } from '../../../components/icon.tsx';
import { PopupMenu } from '../../../components/popup-menu.tsx';
import { actionsCopy } from './copy.ts';

interface ChatMenuProps {
  /** Names the menu: its button's id. */
  readonly buttonId: string;
  readonly onRename: () => void;
  readonly onDelete: () => void;
  readonly onClose: () => void;
}

/** Actions on a chat. */
export function ChatMenu({ buttonId, onRename, onDelete, onClose }: ChatMenuProps) {
  return (
    <PopupMenu buttonId={buttonId} onClose={onClose}>
      <button type="button" role="menuitem" tabIndex={-1} onClick={onRename}>
        <Icon name="pencil" size={18} />
        {actionsCopy.menu.rename}
      </button>
      <button type="button" role="menuitem" tabIndex={-1} className="popup-menu-danger" onClick={onDelete}>
        <Icon name="trash" size={18} />
        {actionsCopy.menu.delete}
      </button>
    </PopupMenu>
  );
}
