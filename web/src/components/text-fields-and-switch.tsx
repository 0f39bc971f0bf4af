import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';
import styles from './field.module.css';

interface FieldLook {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly className?: string | undefined;
}

type FieldProps = FieldLook & ComponentProps<'input'>;
type TextAreaProps = FieldLook & ComponentProps<'textarea'>;

export function Field({ label, hint, error, className, ...rest }: FieldProps) {
  return (
    <Frame {...{ label, hint, error, className }}>
      {(described) => <input {...described} {...rest} className={styles.input} />}
    </Frame>
  );
}

export function TextArea({ label, hint, error, className, ...rest }: TextAreaProps) {
  return (
    <Frame {...{ label, hint, error, className }}>
      {(described) => (
        <textarea {...described} {...rest} className={classNames(styles.input, styles.lines)} />
      )}
    </Frame>
  );
}

export function Switch({ label, ...rest }: { readonly label: string } & ComponentProps<'input'>) {
  return (
    <label className={styles.switch}>
      <input type="checkbox" {...rest} />
      {label}
    </label>
  );
}

interface Described {
  readonly id: string;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string | undefined;
}

interface FrameProps extends FieldLook {
  readonly children: (described: Described) => ReactNode;
}

function Frame({ label, hint, error, className, children }: FrameProps) {
  const id = useId();
  const describing = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`];
  return (
    <div className={classNames(styles.field, className)}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-invalid': error !== undefined,
        'aria-describedby': classNames(...describing) || undefined,
      })}
      {hint !== undefined && (
        <span id={`${id}-hint`} className={styles.hint}>
          {hint}
        </span>
      )}
      {error !== undefined && (
        <span id={`${id}-error`} className={styles.error}>
          {error}
        </span>
      )}
    </div>
  );
}
