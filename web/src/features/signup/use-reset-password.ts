import { useCallback, useLayoutEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { resetPassword } from '#contract/signup-and-password-reset';
import { resetCopy, signupCopy } from './copy.ts';
import { postForm } from './post-form.ts';
import { passwordProblem } from './signup-validation.ts';

const FIELDS = ['email', 'code', 'password'] as const;
export type ResetField = (typeof FIELDS)[number];
type ResetForm = Readonly<Record<ResetField, string>>;

interface ResetError {
  readonly message: string;
  readonly field: ResetField | undefined;
}

export function useResetPassword() {
  const [form, setForm] = useState<ResetForm>({ email: '', code: '', password: '' });
  const [phase, setPhase] = useState<'editing' | 'sending' | 'done'>('editing');
  const [error, setError] = useState<ResetError>();

  const fill = useCallback((fields: Partial<ResetForm>) => {
    setForm((before) => ({ ...before, ...fields }));
    setError(undefined);
  }, []);
  useLink(fill);
  const change = (field: ResetField, value: string) => fill({ [field]: value });
  const submit = async (): Promise<void> => {
    if (phase !== 'editing') return;
    const problem = problemOf(form);
    setError(problem);
    if (problem) return;
    setPhase('sending');
    const { email, code, password } = form;
    const body = { email: email.trim(), code: code.trim(), password };
    const outcome = await postForm(resetPassword, body).catch(() => undefined);
    setPhase(outcome?.kind === 'done' ? 'done' : 'editing');
    if (outcome?.kind === 'refused')
      setError({
        message: outcome.message ?? resetCopy.failed,
        field: FIELDS.find((field) => field === outcome.field),
      });
    else if (!outcome) setError({ message: resetCopy.failed, field: undefined });
  };
  return { form, phase, error, change, submit };
}

function problemOf(form: ResetForm): ResetError | undefined {
  const empty = FIELDS.find((field) => form[field].trim() === '');
  if (empty) return { message: signupCopy.missing(resetCopy.fields[empty]), field: empty };
  const message = passwordProblem(form.password);
  return message === undefined ? undefined : { message, field: 'password' };
}

/**
 * Fills in the code and the email address of a mailed link, /reset-password#code=...&email=... Removes both from the
 * URL at once, so that users do not copy or bookmark them.
 */
function useLink(fill: (fields: Partial<ResetForm>) => void): void {
  const { hash, pathname } = useLocation();
  const navigate = useNavigate();
  useLayoutEffect(() => {
    if (hash === '') return;
    const given = new URLSearchParams(hash.slice(1));
    for (const field of ['email', 'code'] as const) {
      const value = given.get(field);
      if (value !== null) fill({ [field]: value });
    }
    void navigate(pathname, { replace: true });
  }, [fill, hash, navigate, pathname]);
}
