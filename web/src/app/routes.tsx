import { type ReactNode, Suspense } from 'react';
import { type RouteObject, useLocation, useRoutes } from 'react-router';
import { Redirect } from '../components/link.tsx';
import { Loading } from '../components/page.tsx';
import { RequireViewer } from '../features/auth/require-viewer.tsx';
import { LandingPage } from '../features/landing/landing-page.tsx';
import { session } from '../lib/session/session-state.ts';
import { isCallback } from '../lib/session/start-session.ts';
import { useStore } from '../lib/store.ts';
import { loadedPageCount } from './lazy-page.tsx';
import {
  AccountPage,
  AdminPage,
  ChatPage,
  GoodbyePage,
  GuestPage,
  LoginPage,
  NotFoundPage,
  PaymentPage,
  SessionEndedPage,
  SignupPage,
  SubscriptionPage,
  SupportPage,
  ThankYouPage,
  UsagePage,
} from './pages.tsx';

/** Route table of docs/spec.md 2.1. */
const ROUTES: RouteObject[] = [
  { path: '/', element: visitors(<StartPage />) },
  { path: '/login', element: <LoginPage /> },
  { path: '/register', element: visitors(<SignupPage />) },
  { path: '/thank-you', element: <ThankYouPage /> },
  {
    path: '/chat/:chatId?',
    element: <RequireViewer>{(viewer) => <ChatPage viewer={viewer} />}</RequireViewer>,
  },
  {
    path: '/account',
    element: <RequireViewer>{(viewer) => <AccountPage viewer={viewer} />}</RequireViewer>,
  },
  {
    path: '/usage',
    element: <RequireViewer>{(viewer) => <UsagePage viewer={viewer} />}</RequireViewer>,
  },
  {
    path: '/admin/*',
    element: (
      <RequireViewer>
        {(viewer) => (viewer.isAdmin ? <AdminPage viewer={viewer} /> : <NotFoundPage />)}
      </RequireViewer>
    ),
  },
  {
    path: '/support',
    element: <RequireViewer>{(viewer) => <SupportPage viewer={viewer} />}</RequireViewer>,
  },
  { path: '/guest', element: visitors(<GuestPage hasSidebar />) },
  { path: '/unauthenticated-chat', element: visitors(<GuestPage hasSidebar={false} />) },
  { path: '/subscription', element: <SubscriptionPage /> },
  {
    path: '/payment-page',
    element: <RequireViewer>{(viewer) => <PaymentPage viewer={viewer} />}</RequireViewer>,
  },
  { path: '*', element: <NotFoundPage /> },
];

/** Shows the page of the current address. Shows a spinner until the session is resolved. */
export function AppRoutes() {
  const state = useStore(session);
  useStore(loadedPageCount);
  const { pathname } = useLocation();
  const page = useRoutes(ROUTES);
  if (state.status === 'loading') return <Loading />;
  const isOver = state.status === 'ended' && pathname !== '/login';
  return <Suspense fallback={<Loading />}>{isOver ? <SessionEndedPage {...state} /> : page}</Suspense>;
}

/**
 * Shows the page to visitors only. A signed-in user is redirected to the chats, and after a sign-in to the page that
 * the user asked for before it.
 */
function visitors(page: ReactNode): ReactNode {
  return <ForVisitors>{page}</ForVisitors>;
}

function ForVisitors({ children }: { readonly children: ReactNode }) {
  const state = useStore(session);
  const { search } = useLocation();
  if (state.status !== 'authenticated') return children;
  return <Redirect to={isCallback(search) ? state.wanted : '/chat'} />;
}

/** Shows the landing page, or the goodbye page to a user who has just deleted the account. */
function StartPage() {
  return useLocation().search === '?goodbye' ? <GoodbyePage /> : <LandingPage />;
}
