import { BrowserRouter } from './minimal-browser-router.tsx';
import { AppRoutes } from './routes.tsx';
import { Shell } from './shell.tsx';

export function App() {
  return (
    <BrowserRouter>
      <Shell>
        <AppRoutes />
      </Shell>
    </BrowserRouter>
  );
}
