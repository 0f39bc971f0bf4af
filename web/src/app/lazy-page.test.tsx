import { Suspense, startTransition, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { expectOnConsole } from '../../../test/components/console.ts';
import { useStore } from '../lib/observable-store.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { type LazyPage, lazyPage, loadedPageCount } from './lazy-page.tsx';

const Page = () => <h1>The page</h1>;
const arrived = () => Promise.resolve({ default: Page });

/** As the routes show a page; counts the times that the fallback is on screen. */
function givenRoutes(page: LazyPage<object>) {
  const onFallback = vi.fn();
  const Fallback = () => <p ref={(shown) => void (shown && onFallback())}>Loading</p>;
  let open: (next: LazyPage<object>) => void = () => undefined;
  function Routes() {
    const [{ Shown }, show] = useState({ Shown: page });
    useStore(loadedPageCount);
    open = (next) => startTransition(() => show({ Shown: next }));
    return (
      <ErrorBoundary>
        <Suspense fallback={<Fallback />}>
          <Shown />
        </Suspense>
      </ErrorBoundary>
    );
  }
  return { Routes, onFallback, open: (next: LazyPage<object>) => open(next) };
}

it('a page whose script is there is shown at once, without a fallback', async () => {
  const page = lazyPage(arrived);
  page.preload();
  await expect.poll(() => loadedPageCount.get()).toBeGreaterThan(0);
  const { Routes, onFallback } = givenRoutes(page);
  const screen = await render(<Routes />);
  await expect.element(screen.getByRole('heading', { name: 'The page' })).toBeVisible();
  expect(onFallback).not.toHaveBeenCalled();
});

it('a page whose script comes after the fallback is shown in the same moment, not 300 ms later', async () => {
  const { promise, resolve } = Promise.withResolvers<{ default: typeof Page }>();
  const { Routes, onFallback } = givenRoutes(lazyPage(() => promise));
  const screen = await render(<Routes />);
  expect(onFallback).toHaveBeenCalledTimes(1);
  resolve({ default: Page });
  // Longer than any task before it, and far from React's 300 ms.
  await new Promise((done) => setTimeout(done, 0));
  expect(screen.getByRole('heading', { name: 'The page' }).query()).not.toBeNull();
});

it('the page before stays on screen until the script of the next one has come', async () => {
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

it('a page whose script cannot be loaded says that it is broken, and asks once', async () => {
  expectOnConsole(/No connection/);
  const load = vi.fn(() => Promise.reject(new Error('No connection')));
  const { Routes } = givenRoutes(lazyPage(load));
  const screen = await render(<Routes />);
  await expect.element(screen.getByRole('button', { name: 'Reload' })).toBeVisible();
  expect(load).toHaveBeenCalledTimes(1);
});
