/**
 * Texts of signing in, and texts that features share. A text quoted in docs/spec.md must keep its exact wording.
 */
export const commonCopy = {
  loading: 'Loading',
  loadingMessage: 'Loading...',
  login: 'Login',
  logout: 'Logout',
  retry: 'Retry',
  backHome: 'Back to the start',
  notFoundTitle: 'Page not found',
  notFound: 'There is nothing at this address.',
  signIn: {
    failed: 'Sign-in failed. Please try again.',
    cancelled: 'Sign-in was cancelled.',
    stale: 'That sign-in link is not valid any more. Please log in again.',
    unreachable: 'The sign-in service could not be reached. Please try again.',
    signOutFailed: 'Sign-out failed',
  },
} as const;
