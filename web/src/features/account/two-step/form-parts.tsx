import { type ReactNode, type Ref, type SyntheticEvent, useEffect, useRef } from 'react';
import { PASSWORD_MAX_LENGTH } from '#contract/limits';
import { Button } from '../../../components/button.tsx';
import { Callout } from '../../../components/callout.tsx';
import { CardActions } from '../../../components/card.tsx';
import { Field } from '../../../components/text-fields-and-switch.tsx';
import { twoStepCopy as texts } from './copy.ts';
import styles from './two-step.module.css';
import type { Failure } from './use-submission.ts';

interface InputProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly failure: Failure | undefined;
  readonly isBusy: boolean;
  readonly ref?: Ref<HTMLInputElement>;
}

export const PasswordInput = ({ value, onChange, failure, isBusy, ref }: InputProps) => (
  <Field
    ref={ref}
    label={texts.password}
    hint={texts.passwordHint}
    error={failure?.field === 'password' ? failure.text : undefined}
    type="password"
    autoComplete="current-password"
    required
    maxLength={PASSWORD_MAX_LENGTH}
    value={value}
    readOnly={isBusy}
    onChange={({ target }) => onChange(target.value)}
  />
);

/** Input of a code. Drops the space that apps show between two groups of digits. */
export const CodeInput = ({ value, onChange, failure, isBusy, ref }: InputProps) => (
  <Field
    ref={ref}
    label={texts.code}
    hint={texts.codeHint}
    error={failure?.field === 'code' ? failure.text : undefined}
    inputMode="numeric"
    autoComplete="one-time-code"
    required
    pattern="\d{6}"
    value={value}
    readOnly={isBusy}
    onChange={({ target }) => onChange(target.value.replace(/\D/g, '').slice(0, 6))}
  />
);

interface FormProps {
  readonly submit: string;
  readonly isBusy: boolean;
  readonly failure: Failure | undefined;
  readonly isDangerous?: boolean;
  readonly onSubmit: () => void;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

/**
 * Form with buttons and a failure's message. When the form appears, it focuses the element with `data-focus`, or else
 * the first field. After a failure, it focuses the invalid field.
 */
export function Form({
  submit,
  isBusy,
  failure,
  isDangerous = false,
  onSubmit,
  onCancel,
  children,
}: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const first = form.current?.querySelector<HTMLElement>('[data-focus]');
    (first ?? form.current?.querySelector('input'))?.focus();
  }, []);
  useEffect(() => {
    if (failure) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failure]);
  const send = (event: SyntheticEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form ref={form} className={styles.form} onSubmit={send}>
      {children}
      {failure && failure.field === undefined && <Callout kind="error">{failure.text}</Callout>}
      <CardActions>
        <Button type="submit" kind={isDangerous ? 'danger' : 'primary'} aria-disabled={isBusy}>
          {isBusy ? texts.busy : submit}
        </Button>
        <Button disabled={isBusy} onClick={onCancel}>
          {texts.cancel}
        </Button>
      </CardActions>
    </form>
  );
}
