import { Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router-dom';
import { Loading } from '../components/loading.tsx';
import { LoginPage } from '../features/auth/login-page.tsx';
import { RequireViewer } from '../features/auth/require-viewer.tsx';
import { LandingPage } from '../features/landing/landing-page.tsx';
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
] as const;

/** The route table of spec section 2. Nothing is shown until the session is resolved. */
export function AppRoutes() {
  const { status } = useStore(session);
  if (status === 'loading') return <Loading />;
  return (
    <Suspense fallback={<Loading />}>
      <Routes>
        <Route
          path="/"
          element={status === 'authenticated' ? <Navigate to="/chat" replace /> : <LandingPage />}
        />
        <Route path="/login" element={<LoginPage />} />
        <Route
          path="/chat/:chatId?"
          element={<RequireViewer>{(viewer) => <ChatPage viewer={viewer} />}</RequireViewer>}
        />
        {COMING.map((path) => (
          <Route key={path} path={path} element={<ComingPage />} />
        ))}
        <Route path="*" element={<NotFoundPage />} />
      </Routes>
    </Suspense>
  );
}
