import { Alert, Button, PasswordField, TextField } from '@aws-amplify/ui-react';
import { type ChangeEvent, type SyntheticEvent, useEffect, useRef } from 'react';
import { buttonClass } from '../../components/button.tsx';
import { Link } from '../../components/link.tsx';
import { Page, PageTitle } from '../../components/page.tsx';
import { useTitle } from '../../components/use-title.ts';
import { resetCopy, signupCopy } from './copy.ts';
import styles from './signup.module.css';
import { type ResetField, useResetPassword } from './use-reset-password.ts';

const OUTCOME_ID = 'reset-outcome';

/** Page for a new password. The mailed link to it contains the email address and the code. */
export default function ResetPasswordPage() {
  useTitle(resetCopy.title);
  const { form, phase, error, change, submit } = useResetPassword();
  const outcome = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (error || phase === 'done') outcome.current?.focus();
  }, [error, phase]);

  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    void submit();
  };
  const common = (field: ResetField) => ({
    name: field,
    label: resetCopy.fields[field],
    value: form[field],
    isRequired: true,
    hasError: error?.field === field,
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => change(field, target.value),
    ...(error?.field === field && { 'aria-describedby': OUTCOME_ID }),
  });
  return (
    <Page className={styles.signup}>
      <form className={styles.card} noValidate onSubmit={onSubmit}>
        <PageTitle>{resetCopy.title}</PageTitle>
        {phase === 'done' ? (
          <>
            <Alert
              ref={outcome}
              variation="success"
              className={styles.success ?? ''}
              role="status"
              tabIndex={-1}
            >
              {resetCopy.succeeded}
            </Alert>
            <p className={styles.other}>
              <Link to="/login">{signupCopy.login}</Link>
            </p>
          </>
        ) : (
          <>
            {error && (
              <Alert
                ref={outcome}
                id={OUTCOME_ID}
                variation="error"
                className={styles.error ?? ''}
                tabIndex={-1}
              >
                {error.message}
              </Alert>
            )}
            <TextField {...common('email')} type="email" autoComplete="email" dir="auto" />
            <TextField {...common('code')} autoComplete="one-time-code" inputMode="numeric" />
            <PasswordField
              {...common('password')}
              autoComplete="new-password"
              descriptiveText={signupCopy.passwordHint}
              showPasswordButtonLabel={signupCopy.show(resetCopy.fields.password)}
              passwordIsHiddenLabel={signupCopy.hidden}
              passwordIsShownLabel={signupCopy.shown}
            />
            <Button
              type="submit"
              className={buttonClass({ kind: 'primary' })}
              aria-disabled={phase !== 'editing'}
            >
              {phase === 'sending' ? resetCopy.submitting : resetCopy.submit}
            </Button>
          </>
        )}
      </form>
    </Page>
  );
}
