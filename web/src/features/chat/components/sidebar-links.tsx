import { LineIcon } from '../../../components/icon.tsx';
import { Link } from '../../../components/link.tsx';
import { chatTexts } from '../../../lib/chat-texts.ts';

const PERSON = 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8M4.500 20c1-3.500 4-5 7.500-5s6.500 1.500 7.500 5';

/** Where else the viewer can go from their chats. */
export function SidebarLinks() {
  return (
    <Link className="button button-plain sidebar-logout" to="/account">
      <LineIcon name="person" path={PERSON} size={20} />
      {chatTexts.chats.account}
    </Link>
  );
}
