import { type ReactNode, Suspense } from 'react';
import { type RouteObject, useLocation, useRoutes } from 'react-router';
import { LoadingPage } from '../components/loading-page.tsx';
import { Redirect } from '../components/redirect.tsx';
import { RequireSignIn } from '../features/auth/require-sign-in.tsx';
import { LandingPage } from '../features/landing/landing-page.tsx';
import { useStore } from '../lib/observable-store.ts';
import { isSignInCallback } from '../lib/session/is-sign-in-callback.ts';
import { session } from '../lib/session/session-state.ts';
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
  ResetPasswordPage,
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
  { path: '/reset-password', element: <ResetPasswordPage /> },
  { path: '/thank-you', element: <ThankYouPage /> },
  {
    path: '/chat/:chatId?',
    element: <RequireSignIn>{(viewer) => <ChatPage viewer={viewer} />}</RequireSignIn>,
  },
  {
    path: '/account',
    element: <RequireSignIn>{(viewer) => <AccountPage viewer={viewer} />}</RequireSignIn>,
  },
  {
    path: '/usage',
    element: <RequireSignIn>{(viewer) => <UsagePage viewer={viewer} />}</RequireSignIn>,
  },
  {
    path: '/admin/*',
    element: (
      <RequireSignIn>
        {(viewer) => (viewer.isAdmin ? <AdminPage viewer={viewer} /> : <NotFoundPage />)}
      </RequireSignIn>
    ),
  },
  {
    path: '/support',
    element: <RequireSignIn>{(viewer) => <SupportPage viewer={viewer} />}</RequireSignIn>,
  },
  { path: '/guest', element: visitors(<GuestPage hasSidebar />) },
  { path: '/unauthenticated-chat', element: visitors(<GuestPage hasSidebar={false} />) },
  { path: '/subscription', element: <SubscriptionPage /> },
  {
    path: '/payment-page',
    element: <RequireSignIn>{(viewer) => <PaymentPage viewer={viewer} />}</RequireSignIn>,
  },
  { path: '*', element: <NotFoundPage /> },
];

/** Shows the page of the address, a spinner until the session is resolved, or a notice that the session has ended. */
export function AppRoutes() {
  const state = useStore(session);
  useStore(loadedPageCount);
  const { pathname } = useLocation();
  const page = useRoutes(ROUTES);
  if (state.status === 'loading') return <LoadingPage />;
  const isOver = state.status === 'ended' && pathname !== '/login';
  return <Suspense fallback={<LoadingPage />}>{isOver ? <SessionEndedPage {...state} /> : page}</Suspense>;
}

/**
 * Shows the page to visitors only. A signed-in user is redirected to the chats, or, on the return from a sign-in, to
 * the page that the user asked for.
 */
function visitors(page: ReactNode): ReactNode {
  return <ForVisitors>{page}</ForVisitors>;
}

function ForVisitors({ children }: { readonly children: ReactNode }) {
  const state = useStore(session);
  const { search } = useLocation();
  if (state.status !== 'authenticated') return children;
  return <Redirect to={isSignInCallback(search) ? state.wanted : '/chat'} />;
}

/** Shows the landing page, or the goodbye page to a user who has just deleted the account. */
function StartPage() {
  return useLocation().search === '?goodbye' ? <GoodbyePage /> : <LandingPage />;
}
