import { isSignInCallback } from '../lib/session/is-sign-in-callback.ts';
import { pageAfterSignIn } from '../lib/session/page-after-sign-in.ts';
import { lazyPage } from './lazy-page.tsx';

export const ChatPage = lazyPage(() => import('../features/chat/chat-page.tsx'));
export const GuestPage = lazyPage(() => import('../features/chat/guest/guest-page.tsx'));
export const SignupPage = lazyPage(() => import('../features/signup/signup-page.tsx'));
export const ResetPasswordPage = lazyPage(() => import('../features/signup/reset-password-page.tsx'));
export const ThankYouPage = lazyPage(() => import('../features/landing/waitlist-thank-you-page.tsx'));
export const AccountPage = lazyPage(() => import('../features/account/account-page.tsx'));
export const UsagePage = lazyPage(() => import('../features/usage/usage-page.tsx'));
export const PersonalPage = lazyPage(
  () => import('../features/instructions-and-prompts/instructions-and-prompts-page.tsx'),
);
export const ImportPage = lazyPage(() => import('../features/import/import-page.tsx'));
export const SharesPage = lazyPage(() => import('../features/chat/sharing/shares-page.tsx'));
export const SharedChatPage = lazyPage(() => import('../features/chat/sharing/reader/shared-chat-page.tsx'));
export const SupportPage = lazyPage(() => import('../features/support/support-page.tsx'));
export const GoodbyePage = lazyPage(() => import('../features/account/goodbye-page.tsx'));
export const AdminPage = lazyPage(() => import('../features/admin/admin-page.tsx'));
export const LoginPage = lazyPage(() => import('../features/auth/login-page.tsx'));
export const SessionEndedPage = lazyPage(
  () => import('../features/auth/session-ended-or-unreachable-page.tsx'),
);
export const NotFoundPage = lazyPage(() => import('../features/not-found/not-found-page.tsx'));
export const SubscriptionPage = lazyPage(() => import('../features/subscription/subscription-page.tsx'));
export const PaymentPage = lazyPage(() => import('../features/payment/payment-page.tsx'));

/** Pages to preload, by the first segment of their path. The landing page is part of the first script. */
const PAGES = new Map<string | undefined, { preload(): void }>([
  ['chat', ChatPage],
  ['guest', GuestPage],
  ['unauthenticated-chat', GuestPage],
  ['register', SignupPage],
  ['reset-password', ResetPasswordPage],
  ['thank-you', ThankYouPage],
  ['account', AccountPage],
  ['usage', UsagePage],
  ['personalize', PersonalPage],
  ['import', ImportPage],
  ['shared', SharesPage],
  ['s', SharedChatPage],
  ['support', SupportPage],
  ['subscription', SubscriptionPage],
  ['payment-page', PaymentPage],
]);

export function preloadPage(): void {
  const pathname = isSignInCallback(window.location.search)
    ? pageAfterSignIn.peek()
    : window.location.pathname;
  PAGES.get(pathname.split('/')[1])?.preload();
}
