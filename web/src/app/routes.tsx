import { type ReactNode, Suspense } from 'react';
import { Loading } from '../components/loading.tsx';
import { Redirect } from '../components/redirect.tsx';
import { LoginPage } from '../features/auth/login-page.tsx';
import { RequireViewer } from '../features/auth/require-viewer.tsx';
import { LandingPage } from '../features/landing/landing-page.tsx';
import { usePathname } from '../lib/router/location.ts';
import { matchPath, type PathParams } from '../lib/router/match.ts';
import { session } from '../lib/session/session.ts';
import { useStore } from '../lib/store.ts';
import { ChatPage, ComingPage, NotFoundPage } from './pages.tsx';

/** Screens of later releases; each is open at its address and says so. */
const COMING = [
  '/register',
  '/thank-you',
  '/unauthenticated-chat',
  '/guest',
  '/subscription',
  '/payment-page',
];

interface Route {
  readonly path: string;
  readonly page: (params: PathParams) => ReactNode;
}

/** The route table of spec section 2. */
const ROUTES: readonly Route[] = [
  { path: '/', page: () => <Home /> },
  { path: '/login', page: () => <LoginPage /> },
  {
    path: '/chat/:chatId?',
    page: ({ chatId }) => (
      <RequireViewer>{(viewer) => <ChatPage viewer={viewer} chatId={chatId} />}</RequireViewer>
    ),
  },
  ...COMING.map((path): Route => ({ path, page: () => <ComingPage /> })),
];

/** The page at the open address. Nothing is shown until the session is resolved. */
export function AppRoutes() {
  const { status } = useStore(session);
  const pathname = usePathname();
  if (status === 'loading') return <Loading />;
  return <Suspense fallback={<Loading />}>{pageAt(pathname)}</Suspense>;
}

function pageAt(pathname: string): ReactNode {
  for (const { path, page } of ROUTES) {
    const params = matchPath(path, pathname);
    if (params) return page(params);
  }
  return <NotFoundPage />;
}

function Home() {
  const { status } = useStore(session);
  return status === 'authenticated' ? <Redirect to="/chat" /> : <LandingPage />;
}
