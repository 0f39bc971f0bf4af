import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { signupCopy } from './copy.ts';
import { signUp } from './signup-request.ts';
import {
  EMPTY,
  type Field,
  type FieldProblems,
  isEmail,
  problemsOf,
  type SignupForm,
} from './signup-validation.ts';

/** Delay before the login page opens (docs/spec.md 9). */
const LOGIN_DELAY_MS = 1_000;

type SignupPhase = 'editing' | 'sending' | 'done';

export interface SignupError {
  readonly message: string;
  readonly field: Field | undefined;
}

/** State and submission of the sign-up form (docs/spec.md 4.11). */
export function useSignup(inviteCode: string) {
  const [form, setForm] = useState<SignupForm>({ ...EMPTY, inviteCode });
  const [phase, setPhase] = useState<SignupPhase>('editing');
  const [problems, setProblems] = useState<FieldProblems>({});
  const [error, setError] = useState<SignupError>();
  useLoginAfter(phase === 'done');

  const change = (field: Field, value: string) => {
    setForm((before) => ({ ...before, [field]: value }));
    setProblems((before) => ({ ...before, [field]: undefined }));
    setError(undefined);
  };
  /** Resolves with the first invalid field. Different passwords and a failed request set `error` instead. */
  const submit = async (): Promise<Field | undefined> => {
    if (phase !== 'editing') return undefined;
    const found = problemsOf(form, isEmail);
    setProblems(found);
    setError(undefined);
    const [first] = Object.keys(found) as Field[]; // safe cast: the keys of FieldProblems are fields
    if (first) return first;
    if (form.password !== form.confirmPassword) {
      setError({ message: signupCopy.mismatch, field: 'confirmPassword' });
      return undefined;
    }
    setPhase('sending');
    const outcome = await signUp(form).catch(() => undefined);
    setPhase(outcome?.kind === 'done' ? 'done' : 'editing');
    if (outcome?.kind === 'refused') setError(outcome);
    else if (!outcome) setError({ message: signupCopy.failedRetry, field: undefined });
    return undefined;
  };
  return { form, phase, problems, error, change, submit };
}

function useLoginAfter(done: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => void navigate('/login', { replace: true }), LOGIN_DELAY_MS);
    return () => clearTimeout(timer);
  }, [done, navigate]);
}

/**
 * Returns the code of an invite link, /register?code=XXXX-XXXX-XXXX, or ''. Removes the code from the URL at once, so
 * that it is neither copied nor bookmarked. Keeps it in the state of the history entry, which survives a reload.
 */
export function useInviteCode(): string {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const brought = new URLSearchParams(search).get('code')?.trim();
  useEffect(() => {
    if (brought !== undefined) void navigate(pathname, { replace: true, state: { inviteCode: brought } });
  }, [brought, navigate, pathname]);
  return brought ?? keptIn(state);
}

function keptIn(state: unknown): string {
  const kept: unknown = typeof state === 'object' && state !== null && Reflect.get(state, 'inviteCode');
  return typeof kept === 'string' ? kept : '';
}
