import { type ReactNode, Suspense } from 'react';
import { type RouteObject, useLocation, useRoutes } from 'react-router-dom';
import { Loading } from '../components/loading.tsx';
import { Redirect } from '../components/redirect.tsx';
import { RequireViewer } from '../features/auth/require-viewer.tsx';
import { LandingPage } from '../features/landing/landing-page.tsx';
import { session } from '../lib/session/state.ts';
import { useStore } from '../lib/store.ts';
import {
  AccountPage,
  AdminPage,
  ChatPage,
  GoodbyePage,
  GuestPage,
  LoginPage,
  NotFoundPage,
  PaymentPage,
  SignupPage,
  SubscriptionPage,
  SupportPage,
  ThankYouPage,
  UsagePage,
} from './pages.tsx';

/** The route table of spec section 2. */
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

/** The page at the open address. Nothing is shown until the session is resolved. */
export function AppRoutes() {
  const { status } = useStore(session);
  const page = useRoutes(ROUTES);
  if (status === 'loading') return <Loading />;
  return <Suspense fallback={<Loading />}>{page}</Suspense>;
}

/** Whoever is signed in is led to their chats instead. */
function visitors(page: ReactNode): ReactNode {
  return <ForVisitors>{page}</ForVisitors>;
}

function ForVisitors({ children }: { readonly children: ReactNode }) {
  const { status } = useStore(session);
  return status === 'authenticated' ? <Redirect to="/chat" /> : children;
}

/** Whoever has just closed their account is told so. */
function StartPage() {
  return useLocation().search === '?goodbye' ? <GoodbyePage /> : <LandingPage />;
}
