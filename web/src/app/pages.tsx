import { lazy } from 'react';
import { isCallback } from '../lib/session/callback.ts';
import { wantedPage } from '../lib/session/wanted-page.ts';

const chatPage = () => import('../features/chat/chat-page.tsx');
const guestPage = () => import('../features/chat/guest/guest-page.tsx');
const signupPage = () => import('../features/signup/signup-page.tsx');

export const ChatPage = lazy(chatPage);
export const GuestPage = lazy(guestPage);
export const SignupPage = lazy(signupPage);
export const ThankYouPage = lazy(() => import('../features/landing/thank-you-page.tsx'));
export const AccountPage = lazy(() => import('../features/account/account-page.tsx'));
export const UsagePage = lazy(() => import('../features/usage/usage-page.tsx'));
export const SupportPage = lazy(() => import('../features/support/support-page.tsx'));
export const GoodbyePage = lazy(() => import('../features/account/goodbye-page.tsx'));
export const AdminPage = lazy(() => import('../features/admin/admin-page.tsx'));
export const LoginPage = lazy(() => import('../features/auth/login-page.tsx'));
export const SessionEndedPage = lazy(() => import('../features/auth/session-ended-page.tsx'));
export const NotFoundPage = lazy(() => import('../features/not-found/not-found-page.tsx'));
export const SubscriptionPage = lazy(() => import('../features/subscription/subscription-page.tsx'));
export const PaymentPage = lazy(() => import('../features/payment/payment-page.tsx'));

/** Begins to load the code of the page that will be shown, so that it does not wait for the session. */
export function preloadPage(): void {
  const pathname = isCallback(window.location.search) ? wantedPage.peek() : window.location.pathname;
  if (pathname.startsWith('/chat')) void chatPage().catch(() => undefined);
  else if (isGuestPath(pathname)) void guestPage().catch(() => undefined);
  else if (pathname === '/register') void signupPage().catch(() => undefined);
}

const isGuestPath = (pathname: string): boolean => /^\/(?:guest|unauthenticated-chat)\/?$/.test(pathname);
