import { Alert, Button, PasswordField, TextField } from '@aws-amplify/ui-react';
import { type FormEvent, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Link } from '../../components/link.tsx';
import { useProductName } from '../../components/product-name.ts';
import { useTitle } from '../../components/use-title.ts';
import { signupTexts } from '../../lib/signup-texts.ts';
import type { Field } from './signup-form.ts';
import { useSignup } from './use-signup.ts';
import './signup.css';

/** How the browser's own help knows each field. */
const HINTS = {
  name: { autoComplete: 'name' },
  email: { autoComplete: 'email', type: 'email', inputMode: 'email' },
  inviteCode: { autoComplete: 'off', autoCapitalize: 'characters', spellCheck: false },
} as const;

/** Sign-up by invitation (spec 2). An invite link, /register?code=..., fills in the code. */
export default function SignupPage() {
  const productName = useProductName();
  useTitle(signupTexts.title);
  const [search] = useSearchParams();
  const { form, phase, problems, error, change, submit } = useSignup(search.get('code') ?? '');
  const element = useRef<HTMLFormElement>(null);

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    const first = await submit();
    const input = first && element.current?.elements.namedItem(first);
    if (input instanceof HTMLInputElement) input.focus();
  };
  const common = (field: Field) => ({
    name: field,
    label: signupTexts.fields[field],
    value: form[field],
    isRequired: true,
    hasError: problems[field] !== undefined,
    errorMessage: problems[field] ?? '',
    onChange: ({ target }: { target: { value: string } }) => change(field, target.value),
  });
  const secret = (field: 'password' | 'confirmPassword') => ({
    ...common(field),
    autoComplete: 'new-password',
    showPasswordButtonLabel: signupTexts.show(signupTexts.fields[field]),
    passwordIsHiddenLabel: signupTexts.hidden,
    passwordIsShownLabel: signupTexts.shown,
  });
  return (
    <main id="content" className="page signup">
      <form ref={element} className="signup-card" noValidate onSubmit={(event) => void onSubmit(event)}>
        <h1 className="page-title">{signupTexts.welcomeTo(productName ?? '')}</h1>
        <TextField {...common('name')} {...HINTS.name} />
        <TextField {...common('email')} {...HINTS.email} />
        <PasswordField {...secret('password')} descriptiveText={signupTexts.passwordHint} />
        <PasswordField {...secret('confirmPassword')} />
        <TextField {...common('inviteCode')} {...HINTS.inviteCode} />
        {error !== undefined && (
          <Alert variation="error" className="signup-error" role="alert">
            {error}
          </Alert>
        )}
        {phase === 'done' && (
          <Alert variation="success" className="signup-success" role="status">
            {signupTexts.succeeded}
          </Alert>
        )}
        <Button type="submit" className="button button-primary" isDisabled={phase !== 'editing'}>
          {phase === 'sending' ? signupTexts.submitting : signupTexts.submit}
        </Button>
        <p className="signup-login">
          <span className="soft">{signupTexts.haveAccount}</span> <Link to="/login">{signupTexts.login}</Link>
        </p>
      </form>
    </main>
  );
}
