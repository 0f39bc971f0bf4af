import type { ReactNode } from 'react';
import { AppError, type ErrorCode } from '#contract/errors';
import { Note } from '../../components/note.tsx';
import { subscriptionCopy } from './copy.ts';

/** Why something failed: what failed, and where the server says more, why. */
export interface Failure {
  readonly text: string;
  readonly detail?: string;
}

/** Refusals whose own words say all: trying again does not help. */
const PLAIN: Partial<Record<ErrorCode, string>> = {
  forbidden: subscriptionCopy.forbidden,
  invalid_request: subscriptionCopy.emailInvalid,
};

export function failureOf(error: unknown, text: string): Failure {
  if (!(error instanceof AppError) || error.code === 'internal') return { text };
  const plain = PLAIN[error.code] ?? (error.code === 'user_not_found' ? error.message : undefined);
  return plain !== undefined ? { text: plain } : { text, detail: error.message };
}

interface FailureNoteProps {
  readonly failure: Failure | undefined;
  /** A way out of it. */
  readonly children?: ReactNode;
}

/** Failure and its reason, read out at once. */
export function FailureNote({ failure, children }: FailureNoteProps) {
  if (!failure) return null;
  return (
    <Note kind="error">
      <p>{failure.text}</p>
      {failure.detail !== undefined && <p>{failure.detail}</p>}
      {children}
    </Note>
  );
}
