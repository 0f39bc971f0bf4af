/** Loaded while the browser is idle, or with the first renewal. */
export { refreshAuthTokensWithoutDedupe } from 'aws-amplify/auth/cognito';
