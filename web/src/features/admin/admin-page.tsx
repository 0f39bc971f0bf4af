import { useState } from 'react';
import { useLocation } from 'react-router';
import { classNames } from '../../components/class-names.ts';
import { Link } from '../../components/link.tsx';
import { OfflineNotice } from '../../components/offline-notice.tsx';
import { Page } from '../../components/page.tsx';
import { QueryProvider } from '../../components/query-provider.tsx';
import { Redirect } from '../../components/redirect.tsx';
import { matchRoute, type Route } from '../../lib/match-route.ts';
import { useStore } from '../../lib/observable-store.ts';
import type { Viewer } from '../../lib/session/session-state.ts';
import NotFoundPage from '../not-found/not-found-page.tsx';
import styles from './admin.module.css';
import { AnnouncementScreen } from './announcement/announcement-screen.tsx';
import { secondFactorRefusal } from './api/call-admin.ts';
import { AuditScreen } from './audit-screen.tsx';
import { Announcer } from './components/console-screen-reader-announcer.tsx';
import { adminCopy } from './copy.ts';
import { FeedbackScreen } from './feedback/feedback-screen.tsx';
import { InvitesScreen } from './invites/invites-screen.tsx';
import { SecondFactorPage } from './second-factor-required-page.tsx';
import { UserScreen } from './users/user-screen.tsx';
import { UsersScreen } from './users/users-screen.tsx';
import { makeKeptWaitlist } from './waitlist/use-waitlist.ts';
import { WaitlistScreen } from './waitlist/waitlist-screen.tsx';

const TABS = [
  ['/admin/waitlist', adminCopy.waitlist.title],
  ['/admin/invites', adminCopy.invites.title],
  ['/admin/users', adminCopy.users.title],
  ['/admin/feedback', adminCopy.feedback.title],
  ['/admin/announcement', adminCopy.announcement.title],
  ['/admin/audit', adminCopy.audit.title],
] as const;

/** The operators' console. Each tab has its own URL. */
export default function AdminPage({ viewer }: { readonly viewer: Viewer }) {
  const [keptWaitlist] = useState(makeKeptWaitlist);
  const screens: readonly Route[] = [
    { path: '/admin', page: () => <Redirect to="/admin/waitlist" /> },
    { path: '/admin/waitlist', page: () => <WaitlistScreen kept={keptWaitlist} /> },
    { path: '/admin/invites', page: () => <InvitesScreen /> },
    { path: '/admin/users', page: () => <UsersScreen /> },
    { path: '/admin/users/:owner', page: ({ owner = '' }) => <UserScreen viewer={viewer} owner={owner} /> },
    { path: '/admin/feedback', page: () => <FeedbackScreen viewer={viewer} /> },
    { path: '/admin/announcement', page: () => <AnnouncementScreen /> },
    { path: '/admin/audit', page: () => <AuditScreen /> },
  ];
  const screen = matchRoute(screens, useLocation().pathname);
  const refusal = useStore(secondFactorRefusal);
  if (!screen) return <NotFoundPage />;
  if (refusal !== undefined) return <SecondFactorPage reason={refusal} />;
  return (
    <Page className={styles.admin}>
      <Tabs />
      <OfflineNotice text={adminCopy.offlineNotice} />
      <QueryProvider>{screen}</QueryProvider>
      <Announcer />
    </Page>
  );
}

function Tabs() {
  const { pathname } = useLocation();
  return (
    <nav className={styles.tabs} aria-label={adminCopy.sections}>
      {TABS.map(([to, title]) => (
        <Link
          key={to}
          to={to}
          className={styles.tab}
          data-within={pathname.startsWith(`${to}/`) || undefined}
        >
          {title}
        </Link>
      ))}
      <Link className={classNames(styles.tab, styles.leave)} to="/chat">
        {adminCopy.chats}
      </Link>
    </nav>
  );
}
