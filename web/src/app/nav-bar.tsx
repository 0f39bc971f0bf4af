import { useLocation, useNavigate } from 'react-router';
import { AddChatIcon } from '../components/add-chat-icon.tsx';
import { ButtonLink, IconButton } from '../components/button.tsx';
import { LineIcon } from '../components/line-icon.tsx';
import { Link } from '../components/link.tsx';
import { useProductName } from '../components/use-site-config.ts';
import { commonCopy } from '../lib/common-and-sign-in-copy.ts';
import { addChatDialogState } from '../lib/new-chat-dialog-state.ts';
import { useStore } from '../lib/observable-store.ts';
import { session } from '../lib/session/session-state.ts';
import { SIDEBAR_ID, sidebar } from '../lib/sidebar-state.ts';
import { appCopy } from './copy.ts';

/** SVG paths of the menu button. The landing page has this bar, so they are not in the large components/icon.tsx. */
const MENU = 'M4 6h16M4 12h16M4 18h16';
const MENU_OPEN = 'M4 6h16M10 12h10M4 18h16M7 9.500 4.500 12 7 14.500';
const LOGIN_HIDDEN_ON = ['/login', '/register'];

/** Navigation bar (docs/spec.md 2.2). */
export function NavBar() {
  const productName = useProductName();
  return (
    <header className="nav">
      <div className="nav-start">
        <MenuButton />
      </div>
      <Link className="nav-logo" to="/" aria-label={productName ?? appCopy.home}>
        <img src="/logo.svg" alt="" width="28" height="28" />
        {productName}
      </Link>
      <div className="nav-end">
        <Actions />
      </div>
    </header>
  );
}

function MenuButton() {
  const { present, open } = useStore(sidebar.state);
  if (!present) return null;
  return (
    <IconButton
      data-tour="menu"
      aria-label={open ? appCopy.closeMenu : appCopy.openMenu}
      aria-expanded={open}
      aria-controls={SIDEBAR_ID}
      onClick={() => sidebar.setOpen(!open)}
    >
      <LineIcon name={open ? 'menu-open' : 'menu'} path={open ? MENU_OPEN : MENU} />
    </IconButton>
  );
}

function Actions() {
  const state = useStore(session);
  const { pathname } = useLocation();
  const navigate = useNavigate();
  if (state.status === 'loading') return null;
  if (state.status !== 'authenticated')
    return LOGIN_HIDDEN_ON.includes(pathname) ? null : (
      <ButtonLink to="/login">{commonCopy.login}</ButtonLink>
    );
  const addChat = () => {
    addChatDialogState.set(true);
    if (!/^\/chat(\/|$)/.test(pathname)) void navigate('/chat');
  };
  return (
    <>
      <bdi className="nav-user" title={state.viewer.name}>
        {state.viewer.name}
      </bdi>
      <IconButton aria-label={appCopy.addChat} aria-haspopup="dialog" onClick={addChat}>
        <AddChatIcon />
      </IconButton>
    </>
  );
}
