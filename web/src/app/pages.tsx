import { lazy } from 'react';

const chatPage = () => import('../features/chat/chat-page.tsx');
const guestPage = () => import('../features/chat/guest/guest-page.tsx');
const comingPage = () => import('../features/coming/coming-page.tsx');

export const ChatPage = lazy(chatPage);
export const GuestPage = lazy(guestPage);
export const LoginPage = lazy(() => import('../features/auth/login-page.tsx'));
export const NotFoundPage = lazy(() => import('../features/coming/not-found-page.tsx'));
export const ComingPage = lazy(comingPage);

/** Begins to load the code of the page at `pathname`, so that it does not wait for the session. */
export function preloadFor(pathname: string): void {
  const signingIn = window.location.search.includes('code=');
  if (pathname.startsWith('/chat') || signingIn) void chatPage().catch(() => undefined);
  else if (isGuestPath(pathname)) void guestPage().catch(() => undefined);
}

const isGuestPath = (pathname: string): boolean => /^\/(?:guest|unauthenticated-chat)\/?$/.test(pathname);
