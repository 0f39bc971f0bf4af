import { useState } from 'react';
import { AppError, type ErrorCode } from '#contract/error-codes';
import { twoStepCopy } from './copy.ts';

export interface Failure {
  readonly code: ErrorCode;
  readonly field: 'password' | 'code' | undefined;
  readonly text: string;
}

const FIELDS: Readonly<Partial<Record<ErrorCode, Failure['field']>>> = {
  password_wrong: 'password',
  second_factor_code_wrong: 'code',
};

/** Runs one call at a time. Keeps the failure of a call until the next call starts. */
export function useSubmission() {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  /** Returns the failure; undefined after a success, or if an earlier call is still running. */
  async function attempt(call: () => Promise<void>): Promise<Failure | undefined> {
    if (isBusy) return undefined;
    setBusy(true);
    setFailure(undefined);
    try {
      await call();
      return undefined;
    } catch (error) {
      const failed = failureOf(error);
      setFailure(failed);
      return failed;
    } finally {
      setBusy(false);
    }
  }
  return { isBusy, failure, attempt };
}

function failureOf(error: unknown): Failure {
  const code = error instanceof AppError ? error.code : 'internal';
  const isKnown = error instanceof AppError && code !== 'internal';
  return { code, field: FIELDS[code], text: isKnown ? error.message : twoStepCopy.failed };
}
