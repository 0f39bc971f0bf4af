import { Suspense, startTransition, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { expectOnConsole } from '../../../test/components/console.ts';
import { useStore } from '../lib/observable-store.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { type LazyPage, lazyPage, loadedPageCount } from './lazy-page.tsx';

const Page = () => <h1>The page</h1>;
const arrived = () => Promise.resolve({ default: Page });

/** Renders a page as the app's routes do, and counts how often the fallback is on screen. */
function givenRoutes(page: LazyPage<object>) {
  const onFallback = vi.fn();
  const Fallback = () => <p ref={(shown) => void (shown && onFallback())}>Loading</p>;
  let open: (next: LazyPage<object>) => void = () => undefined;
  function Routes() {
    const [{ Shown }, show] = useState({ Shown: page });
    useStore(loadedPageCount);
    open = (next) => startTransition(() => show({ Shown: next }));
    return (
      <ErrorBoundary place={Shown}>
        <Suspense fallback={<Fallback />}>
          <Shown />
        </Suspense>
      </ErrorBoundary>
    );
  }
  return { Routes, onFallback, open: (next: LazyPage<object>) => open(next) };
}

it('a page whose script is loaded is shown at once, without a fallback', async () => {
  const page = lazyPage(arrived);
  page.preload();
  await expect.poll(() => loadedPageCount.get()).toBeGreaterThan(0);
  const { Routes, onFallback } = givenRoutes(page);
  const screen = await render(<Routes />);
  await expect.element(screen.getByRole('heading', { name: 'The page' })).toBeVisible();
  expect(onFallback).not.toHaveBeenCalled();
});

it('a page whose script arrives during the fallback is shown at once, not 300 ms later', async () => {
  const { promise, resolve } = Promise.withResolvers<{ default: typeof Page }>();
  const { Routes, onFallback } = givenRoutes(lazyPage(() => promise));
  const screen = await render(<Routes />);
  expect(onFallback).toHaveBeenCalledTimes(1);
  resolve({ default: Page });
  // Runs after all queued tasks, and long before the 300 ms for which React would keep the fallback.
  await new Promise((done) => setTimeout(done, 0));
  expect(screen.getByRole('heading', { name: 'The page' }).query()).not.toBeNull();
});

it('the old page stays on screen until the script of the next one is loaded', async () => {
  const first = lazyPage(async () => ({ default: () => <h1>The first</h1> }));
  const { promise, resolve } = Promise.withResolvers<{ default: typeof Page }>();
  const { Routes, onFallback, open } = givenRoutes(first);
  const screen = await render(<Routes />);
  await expect.element(screen.getByText('The first')).toBeVisible();
  onFallback.mockClear();
  open(lazyPage(() => promise));
  await new Promise((done) => setTimeout(done, 0));
  await expect.element(screen.getByText('The first')).toBeVisible();
  resolve({ default: Page });
  await expect.element(screen.getByText('The page')).toBeVisible();
  expect(onFallback).not.toHaveBeenCalled();
});

it('a page whose script cannot be loaded shows an error, after one request', async () => {
  expectOnConsole(/No connection/);
  const load = vi.fn(() => Promise.reject(new Error('No connection')));
  const { Routes } = givenRoutes(lazyPage(load));
  const screen = await render(<Routes />);
  await expect.element(screen.getByRole('button', { name: 'Reload' })).toBeVisible();
  expect(load).toHaveBeenCalledTimes(1);
});
