import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { signupCopy } from './copy.ts';
import { signUp } from './sign-up.ts';
import {
  EMPTY,
  type Field,
  type FieldProblems,
  isEmail,
  problemsOf,
  type SignupForm,
} from './signup-validation.ts';

/** How long the success stays on screen before the login page (docs/spec.md 9). */
const LOGIN_DELAY_MS = 1_000;

type SignupPhase = 'editing' | 'sending' | 'done';

/** Error above the form after it could not be sent or was refused, and the field that it is about. */
export interface SignupError {
  readonly message: string;
  readonly field: Field | undefined;
}

/** The form's state and what submitting it does (docs/spec.md 4.11). `inviteCode` is prefilled from a link. */
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
  /** Resolves with the first field that stands in the way. */
  const submit = async (): Promise<Field | undefined> => {
    if (phase !== 'editing') return undefined;
    const found = problemsOf(form, isEmail);
    setProblems(found);
    setError(undefined);
    const [first] = Object.keys(found) as Field[]; // its keys are fields
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

/** One second after signing up the person goes to /login (docs/spec.md 4.11). */
function useLoginAfter(done: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => void navigate('/login', { replace: true }), LOGIN_DELAY_MS);
    return () => clearTimeout(timer);
  }, [done, navigate]);
}

/**
 * The code of an invite link, /register?code=XXXX-XXXX-XXXX. It leaves the address bar at once, and with it what is copied from there or
 * kept in bookmarks; a reload finds it in the state of this entry of the tab's history.
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
