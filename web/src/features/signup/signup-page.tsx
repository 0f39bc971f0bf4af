import { Alert, Button, PasswordField, TextField } from '@aws-amplify/ui-react';
import { type ChangeEvent, type SyntheticEvent, useEffect, useRef } from 'react';
import { NAME_MAX_LENGTH } from '#contract/limits';
import { buttonClass } from '../../components/button.tsx';
import { classNames } from '../../components/class-names.ts';
import { Link } from '../../components/link.tsx';
import { Page, PageTitle } from '../../components/page.tsx';
import { useProductName } from '../../components/use-site-config.ts';
import { useTitle } from '../../components/use-title.ts';
import { signupCopy } from './copy.ts';
import { nameHandlers } from './name-input-handlers.ts';
import styles from './signup.module.css';
import type { Field } from './signup-validation.ts';
import { type SignupError, useInviteCode, useSignup } from './use-signup-and-invite-code.ts';

const OUTCOME_ID = 'signup-outcome';

const HINTS = {
  name: { autoComplete: 'name', maxLength: NAME_MAX_LENGTH, dir: 'auto' },
  email: { autoComplete: 'email', type: 'email', inputMode: 'email', dir: 'auto' },
  inviteCode: { autoComplete: 'off', autoCapitalize: 'characters', spellCheck: false },
} as const;

/** Sign-up page (docs/spec.md 2.4). An invite link, /register?code=..., fills in the code. */
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
    <Page className={styles.signup}>
      <form ref={element} className={styles.card} noValidate onSubmit={(event) => void onSubmit(event)}>
        <PageTitle>{signupCopy.welcomeTo(productName ?? '')}</PageTitle>
        <Outcome error={error} done={phase === 'done'} />
        <TextField {...common('name')} {...HINTS.name} {...nameHandlers((value) => change('name', value))} />
        <TextField {...common('email')} {...HINTS.email} descriptiveText={signupCopy.emailHint} />
        <PasswordField {...secret('password')} descriptiveText={signupCopy.passwordHint} />
        <PasswordField {...secret('confirmPassword')} />
        <TextField {...common('inviteCode')} {...HINTS.inviteCode} />
        <Button
          type="submit"
          className={buttonClass({ kind: 'primary' })}
          aria-disabled={phase !== 'editing'}
        >
          {phase === 'sending' ? signupCopy.submitting : signupCopy.submit}
        </Button>
        <OtherWays />
      </form>
    </Page>
  );
}

function OtherWays() {
  return (
    <div className={styles.other}>
      <p>
        <span className="soft">{signupCopy.haveAccount}</span> <Link to="/login">{signupCopy.login}</Link>
      </p>
      <p>
        <span className="soft">{signupCopy.noCode}</span> <Link to="/">{signupCopy.joinWaitlist}</Link>
      </p>
    </div>
  );
}

interface OutcomeProps {
  readonly error: SignupError | undefined;
  readonly done: boolean;
}

function Outcome({ error, done }: OutcomeProps) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (error || done) element.current?.focus();
  }, [error, done]);
  if (done)
    return (
      <Alert
        ref={element}
        variation="success"
        className={classNames(styles.success)}
        role="status"
        tabIndex={-1}
      >
        {signupCopy.succeeded}
      </Alert>
    );
  if (!error) return null;
  return (
    <Alert ref={element} id={OUTCOME_ID} variation="error" className={classNames(styles.error)} tabIndex={-1}>
      {error.message}
    </Alert>
  );
}
