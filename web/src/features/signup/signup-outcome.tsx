import { Alert } from '@aws-amplify/ui-react';
import { useEffect, useRef } from 'react';
import { signupCopy } from './copy.ts';
import type { SignupError } from './use-signup.ts';

export const OUTCOME_ID = 'signup-outcome';

/** Above the form: what went wrong, in red, or that it worked, in green (docs/spec.md 2.4). It takes the focus as it comes. */
export function SignupOutcome({
  error,
  done,
}: {
  readonly error: SignupError | undefined;
  readonly done: boolean;
}) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (error || done) element.current?.focus();
  }, [error, done]);
  if (done)
    return (
      <Alert ref={element} variation="success" className="signup-success" role="status" tabIndex={-1}>
        {signupCopy.succeeded}
      </Alert>
    );
  if (!error) return null;
  return (
    <Alert ref={element} id={OUTCOME_ID} variation="error" className="signup-error" tabIndex={-1}>
      {error.message}
    </Alert>
  );
}
