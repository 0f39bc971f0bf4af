import type { RouteObject } from 'react-router';
import { useLocation, useRoutes } from 'react-router';
import { Link } from '../../components/link.tsx';
import { Redirect } from '../../components/redirect.tsx';
import type { Viewer } from '../../lib/session/state.ts';
import { useStore } from '../../lib/store.ts';
import NotFoundPage from '../not-found/not-found-page.tsx';
import { adminCopy } from './copy.ts';
import './admin.css';
import { OfflineNotice } from '../../components/offline-notice.tsx';
import { AuditScreen } from './audit/audit-screen.tsx';
import { InvitesScreen } from './invites/invites-screen.tsx';
import { announcement } from './model/announcer.ts';
import { UserScreen } from './users/user-screen.tsx';
import { UsersScreen } from './users/users-screen.tsx';
import { WaitlistScreen } from './waitlist/waitlist-screen.tsx';

const TABS = [
  ['/admin/waitlist', adminCopy.waitlist.title],
  ['/admin/invites', adminCopy.invites.title],
  ['/admin/users', adminCopy.users.title],
  ['/admin/audit', adminCopy.audit.title],
] as const;

/** The operators' console: its tabs are addresses. */
export default function AdminPage({ viewer }: { readonly viewer: Viewer }) {
  const screens: RouteObject[] = [
    { path: '/', element: <Redirect to="/admin/waitlist" /> },
    { path: 'waitlist', element: <WaitlistScreen /> },
    { path: 'invites', element: <InvitesScreen /> },
    { path: 'users', element: <UsersScreen /> },
    { path: 'users/:owner', element: <UserScreen viewer={viewer} /> },
    { path: 'audit', element: <AuditScreen /> },
  ];
  const screen = useRoutes(screens);
  if (!screen) return <NotFoundPage />;
  return (
    <main id="content" className="page admin">
      <Tabs />
      <OfflineNotice text={adminCopy.offlineNotice} />
      {screen}
      <Announcer />
    </main>
  );
}

function Tabs() {
  const { pathname } = useLocation();
  return (
    <nav className="admin-tabs" aria-label={adminCopy.sections}>
      {TABS.map(([to, title]) => (
        <Link key={to} to={to} className="admin-tab" data-within={pathname.startsWith(`${to}/`) || undefined}>
          {title}
        </Link>
      ))}
      <Link className="admin-tab admin-leave" to="/chat">
        {adminCopy.chats}
      </Link>
    </nav>
  );
}

/** Reads out what came of an action. */
function Announcer() {
  const { text, nth } = useStore(announcement);
  return (
    <div role="status" className="visually-hidden">
      <span key={nth}>{text}</span>
    </div>
  );
}
