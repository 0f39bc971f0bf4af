import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { SIGNUP_REDIRECT_DELAY_MS } from '#contract/limits';
import { signupTexts } from '../../lib/signup-texts.ts';
import { signUp } from './sign-up.ts';
import {
  asName,
  EMPTY,
  type Field,
  type FieldProblems,
  isEmail,
  problemsOf,
  type SignupForm,
} from './signup-form.ts';

export type SignupPhase = 'editing' | 'sending' | 'done';

/** The form's state and what submitting it does (spec 4, Signup). `inviteCode` is prefilled from a link. */
export function useSignup(inviteCode: string) {
  const [form, setForm] = useState<SignupForm>({ ...EMPTY, inviteCode });
  const [phase, setPhase] = useState<SignupPhase>('editing');
  const [problems, setProblems] = useState<FieldProblems>({});
  const [error, setError] = useState<string>();
  useLoginAfter(phase === 'done');

  const change = (field: Field, typed: string) => {
    setForm({ ...form, [field]: field === 'name' ? asName(typed) : typed });
    setProblems({ ...problems, [field]: undefined });
    setError(undefined);
  };
  /** Resolves with the first field that stands in the way. */
  const submit = async (): Promise<Field | undefined> => {
    if (phase !== 'editing') return undefined;
    const found = problemsOf(form, isEmail);
    setProblems(found);
    const [first] = Object.keys(found) as Field[]; // its keys are fields
    if (first) return first;
    if (form.password !== form.confirmPassword) {
      setError(signupTexts.mismatch);
      return 'confirmPassword';
    }
    setError(undefined);
    setPhase('sending');
    const outcome = await signUp(form).catch(() => undefined);
    setPhase(outcome?.kind === 'done' ? 'done' : 'editing');
    if (outcome?.kind === 'refused') setError(outcome.message);
    else if (!outcome) setError(signupTexts.failedRetry);
    return undefined;
  };
  return { form, phase, problems, error, change, submit };
}

/** One second after signing up the person goes to /login (spec 4). */
function useLoginAfter(done: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => void navigate('/login', { replace: true }), SIGNUP_REDIRECT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [done, navigate]);
}
