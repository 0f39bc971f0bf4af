import type { ReactNode } from 'react';
import { AppError, type ErrorCode } from '#contract/error-codes';
import { Callout } from '../../components/callout.tsx';
import { subscriptionCopy } from './copy.ts';

/** `detail`: the server's reason, shown below `text`. */
export interface Failure {
  readonly text: string;
  readonly detail?: string;
}

/** Messages for errors that a retry does not fix. */
const PLAIN: Partial<Record<ErrorCode, string>> = {
  forbidden: subscriptionCopy.forbidden,
  invalid_request: subscriptionCopy.emailInvalid,
};

/** Describes an error. `text` says what failed, and asks the user to try again. */
export function failureOf(error: unknown, text: string): Failure {
  if (!(error instanceof AppError) || error.code === 'internal') return { text };
  const plain = PLAIN[error.code] ?? (error.code === 'user_not_found' ? error.message : undefined);
  return plain !== undefined ? { text: plain } : { text, detail: error.message };
}

interface FailureNoteProps {
  readonly failure: Failure | undefined;
  readonly children?: ReactNode;
}

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
