import type { ReactNode } from 'react';
import type { Failure } from '../model/failure.ts';

interface FailureNoticeProps {
  readonly failure: Failure | undefined;
  /** A way out of it. */
  readonly children?: ReactNode;
}

/** Failure and its reason, read out at once. */
export function FailureNotice({ failure, children }: FailureNoticeProps) {
  if (!failure) return null;
  return (
    <div role="alert" className="notice notice-error">
      <p>{failure.text}</p>
      {failure.detail !== undefined && <p>{failure.detail}</p>}
      {children}
    </div>
  );
}
