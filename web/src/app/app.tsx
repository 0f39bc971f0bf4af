import { ErrorBoundary } from './error-boundary.tsx';
import { BrowserRouter } from './minimal-browser-router.tsx';
import { AppRoutes } from './routes.tsx';
import { Shell } from './shell.tsx';

export function App() {
  return (
    <BrowserRouter>
      <Shell>
        <ErrorBoundary>
          <AppRoutes />
        </ErrorBoundary>
      </Shell>
    </BrowserRouter>
  );
}
