import type { ReactNode } from 'react';
import { AppError, type ErrorCode } from '#contract/errors';
import { Callout } from '../../components/callout.tsx';
import { subscriptionCopy } from './copy.ts';

/** Failure as shown to the user: what failed, and below it the server's reason (`detail`), if there is one. */
export interface Failure {
  readonly text: string;
  readonly detail?: string;
}

/**
 * Messages for errors that a retry does not fix. `failureOf` shows them in place of its `text` and the server's reason.
 */
const PLAIN: Partial<Record<ErrorCode, string>> = {
  forbidden: subscriptionCopy.forbidden,
  invalid_request: subscriptionCopy.emailInvalid,
};

/**
 * Describes an error to the user.
 * @param text says what failed, and asks the user to try again. For an error that a retry does not fix, another text
 * replaces it.
 */
export function failureOf(error: unknown, text: string): Failure {
  if (!(error instanceof AppError) || error.code === 'internal') return { text };
  const plain = PLAIN[error.code] ?? (error.code === 'user_not_found' ? error.message : undefined);
  return plain !== undefined ? { text: plain } : { text, detail: error.message };
}

interface FailureNoteProps {
  readonly failure: Failure | undefined;
  /** Action that helps the user, for example a link. */
  readonly children?: ReactNode;
}

/** Alert with a failure and its reason; nothing without a failure. */
export function FailureNote({ failure, children }: FailureNoteProps) {
  if (!failure) return null;
  return (
    <Callout kind="error">
      <p>{failure.text}</p>
      {failure.detail !== undefined && <p>{failure.detail}</p>}
      {children}
    </Callout>
  );
}
