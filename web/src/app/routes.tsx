import { type ReactNode, Suspense } from 'react';
import { useLocation } from 'react-router';
import { LoadingPage } from '../components/loading-page.tsx';
import { Redirect } from '../components/redirect.tsx';
import { RequireSignIn } from '../features/auth/require-sign-in.tsx';
import { LandingPage } from '../features/landing/landing-page.tsx';
import { matchRoute, type Route } from '../lib/match-route.ts';
import { useStore } from '../lib/observable-store.ts';
import { isSignInCallback } from '../lib/session/is-sign-in-callback.ts';
import { session } from '../lib/session/session-state.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { loadedPageCount } from './lazy-page.tsx';
import {
  AccountPage,
  AdminPage,
  ChatPage,
  GoodbyePage,
  GuestPage,
  ImportPage,
  LoginPage,
  NotFoundPage,
  PaymentPage,
  PersonalPage,
  ResetPasswordPage,
  SessionEndedPage,
  SharedChatPage,
  SharesPage,
  SignupPage,
  SubscriptionPage,
  SupportPage,
  ThankYouPage,
  UsagePage,
} from './pages.tsx';

/** Route table of docs/spec.md 2.1. */
const ROUTES: readonly Route[] = [
  { path: '/', page: () => visitors(<StartPage />) },
  { path: '/login', page: () => <LoginPage /> },
  { path: '/register', page: () => visitors(<SignupPage />) },
  { path: '/reset-password', page: () => <ResetPasswordPage /> },
  { path: '/thank-you', page: () => <ThankYouPage /> },
  {
    path: '/chat/:chatId?',
    page: ({ chatId }) => (
      <RequireSignIn>{(viewer) => <ChatPage viewer={viewer} chatId={chatId} />}</RequireSignIn>
    ),
  },
  {
    path: '/account',
    page: () => <RequireSignIn>{(viewer) => <AccountPage viewer={viewer} />}</RequireSignIn>,
  },
  {
    path: '/usage',
    page: () => <RequireSignIn>{(viewer) => <UsagePage viewer={viewer} />}</RequireSignIn>,
  },
  {
    path: '/admin/*',
    page: () => (
      <RequireSignIn>
        {(viewer) => (viewer.isAdmin ? <AdminPage viewer={viewer} /> : <NotFoundPage />)}
      </RequireSignIn>
    ),
  },
  { path: '/personalize', page: () => <RequireSignIn>{() => <PersonalPage />}</RequireSignIn> },
  { path: '/import', page: () => <RequireSignIn>{() => <ImportPage />}</RequireSignIn> },
  { path: '/shared', page: () => <RequireSignIn>{() => <SharesPage />}</RequireSignIn> },
  {
    path: '/s/:shareId',
    page: ({ shareId = '' }) => <SharedChatPage key={shareId} shareId={shareId} />,
  },
  {
    path: '/support',
    page: () => <RequireSignIn>{(viewer) => <SupportPage viewer={viewer} />}</RequireSignIn>,
  },
  { path: '/guest', page: () => visitors(<GuestPage hasSidebar />) },
  { path: '/unauthenticated-chat', page: () => visitors(<GuestPage hasSidebar={false} />) },
  { path: '/subscription', page: () => <SubscriptionPage /> },
  {
    path: '/payment-page',
    page: () => <RequireSignIn>{(viewer) => <PaymentPage viewer={viewer} />}</RequireSignIn>,
  },
  { path: '*', page: () => <NotFoundPage /> },
];

export function AppRoutes() {
  const state = useStore(session);
  useStore(loadedPageCount);
  const location = useLocation();
  const { pathname } = location;
  const page = matchRoute(ROUTES, pathname);
  if (state.status === 'loading') return <LoadingPage />;
  const isOver = state.status === 'ended' && pathname !== '/login';
  return (
    <ErrorBoundary place={location}>
      <Suspense fallback={<LoadingPage />}>{isOver ? <SessionEndedPage {...state} /> : page}</Suspense>
    </ErrorBoundary>
  );
}

/** Redirects a signed-in user to the chats, or, after a sign-in, to the page that the user asked for. */
function visitors(page: ReactNode): ReactNode {
  return <ForVisitors>{page}</ForVisitors>;
}

function ForVisitors({ children }: { readonly children: ReactNode }) {
  const state = useStore(session);
  const { search } = useLocation();
  if (state.status !== 'authenticated') return children;
  return <Redirect to={isSignInCallback(search) ? state.wanted : '/chat'} />;
}

function StartPage() {
  return useLocation().search === '?goodbye' ? <GoodbyePage /> : <LandingPage />;
}
