import { Suspense } from 'react';
import { type RouteObject, useRoutes } from 'react-router-dom';
import { Loading } from '../components/loading.tsx';
import { Redirect } from '../components/redirect.tsx';
import { RequireViewer } from '../features/auth/require-viewer.tsx';
import { LandingPage } from '../features/landing/landing-page.tsx';
import { session } from '../lib/session/state.ts';
import { useStore } from '../lib/store.ts';
import { ChatPage, ComingPage, GuestPage, LoginPage, NotFoundPage } from './pages.tsx';

/** Screens of later releases; each is open at its address and says so. */
const COMING = ['/register', '/thank-you', '/subscription', '/payment-page'] as const;

/** The route table of spec section 2. */
const ROUTES: RouteObject[] = [
  { path: '/', element: <Home /> },
  { path: '/login', element: <LoginPage /> },
  {
    path: '/chat/:chatId?',
    element: <RequireViewer>{(viewer) => <ChatPage viewer={viewer} />}</RequireViewer>,
  },
  { path: '/guest', element: <GuestChat hasSidebar /> },
  { path: '/unauthenticated-chat', element: <GuestChat hasSidebar={false} /> },
  ...COMING.map((path): RouteObject => ({ path, element: <ComingPage /> })),
  { path: '*', element: <NotFoundPage /> },
];

/** The page at the open address. Nothing is shown until the session is resolved. */
export function AppRoutes() {
  const { status } = useStore(session);
  const page = useRoutes(ROUTES);
  if (status === 'loading') return <Loading />;
  return <Suspense fallback={<Loading />}>{page}</Suspense>;
}

/** For visitors: whoever is signed in has chats of their own. */
function GuestChat({ hasSidebar }: { readonly hasSidebar: boolean }) {
  const { status } = useStore(session);
  return status === 'authenticated' ? <Redirect to="/chat" /> : <GuestPage hasSidebar={hasSidebar} />;
}

function Home() {
  const { status } = useStore(session);
  return status === 'authenticated' ? <Redirect to="/chat" /> : <LandingPage />;
}
