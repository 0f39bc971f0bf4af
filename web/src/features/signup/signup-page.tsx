import { Button, PasswordField, TextField } from '@aws-amplify/ui-react';
import { type ChangeEvent, type SyntheticEvent, useRef } from 'react';
import { NAME_MAX_LENGTH } from '#contract/limits';
import { Link } from '../../components/link.tsx';
import { useProductName, useTitle } from '../../components/use-site-config.ts';
import { signupCopy } from './copy.ts';
import { useInviteCode } from './invite-link.ts';
import { nameHandlers } from './name-input.ts';
import type { Field } from './signup-form.ts';
import { OUTCOME_ID, SignupOutcome } from './signup-outcome.tsx';
import { useSignup } from './use-signup.ts';
import './signup.css';

/** How the browser's own help knows each field. */
const HINTS = {
  name: { autoComplete: 'name', maxLength: NAME_MAX_LENGTH, dir: 'auto' },
  email: { autoComplete: 'email', type: 'email', inputMode: 'email', dir: 'auto' },
  inviteCode: { autoComplete: 'off', autoCapitalize: 'characters', spellCheck: false },
} as const;

/** Sign-up by invitation (docs/spec.md 2.4). An invite link, /register?code=..., fills in the code. */
export default function SignupPage() {
  const productName = useProductName();
  useTitle(signupCopy.title);
  const { form, phase, problems, error, change, submit } = useSignup(useInviteCode());
  const element = useRef<HTMLFormElement>(null);

  const onSubmit = async (event: SyntheticEvent) => {
    event.preventDefault();
    const first = await submit();
    const input = first && element.current?.elements.namedItem(first);
    if (input instanceof HTMLInputElement) input.focus();
  };
  const common = (field: Field) => ({
    name: field,
    label: signupCopy.fields[field],
    value: form[field],
    isRequired: true,
    hasError: problems[field] !== undefined || error?.field === field,
    errorMessage: problems[field] ?? '',
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => change(field, target.value),
    ...(error?.field === field && { 'aria-describedby': OUTCOME_ID }),
  });
  const secret = (field: 'password' | 'confirmPassword') => ({
    ...common(field),
    autoComplete: 'new-password',
    showPasswordButtonLabel: signupCopy.show(signupCopy.fields[field]),
    passwordIsHiddenLabel: signupCopy.hidden,
    passwordIsShownLabel: signupCopy.shown,
  });
  return (
    <main id="content" className="page signup">
      <form ref={element} className="signup-card" noValidate onSubmit={(event) => void onSubmit(event)}>
        <h1 className="page-title">{signupCopy.welcomeTo(productName ?? '')}</h1>
        <SignupOutcome error={error} done={phase === 'done'} />
        <TextField {...common('name')} {...HINTS.name} {...nameHandlers((value) => change('name', value))} />
        <TextField {...common('email')} {...HINTS.email} descriptiveText={signupCopy.emailHint} />
        <PasswordField {...secret('password')} descriptiveText={signupCopy.passwordHint} />
        <PasswordField {...secret('confirmPassword')} />
        <TextField {...common('inviteCode')} {...HINTS.inviteCode} />
        {/* Not disabled while it sends: the focus would be lost. */}
        <Button type="submit" className="button button-primary" aria-disabled={phase !== 'editing'}>
          {phase === 'sending' ? signupCopy.submitting : signupCopy.submit}
        </Button>
        <OtherWays />
      </form>
    </main>
  );
}

/** For who has an account already, and for who has no code. */
function OtherWays() {
  return (
    <div className="signup-other">
      <p>
        <span className="soft">{signupCopy.haveAccount}</span> <Link to="/login">{signupCopy.login}</Link>
      </p>
      <p>
        <span className="soft">{signupCopy.noCode}</span> <Link to="/">{signupCopy.joinWaitlist}</Link>
      </p>
    </div>
  );
}
