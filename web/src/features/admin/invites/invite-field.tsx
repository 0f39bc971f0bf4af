import { type InputHTMLAttributes, useId } from 'react';

interface InviteFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly error: string | undefined;
}

/** An input with its name, a hint and what is wrong with it. */
export function InviteField({ label, hint, error, ...input }: InviteFieldProps) {
  const id = useId();
  const describing = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`].filter(
    Boolean,
  );
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        id={id}
        aria-invalid={error !== undefined}
        aria-describedby={describing.length > 0 ? describing.join(' ') : undefined}
      />
      {hint !== undefined && (
        <span id={`${id}-hint`} className="field-hint soft">
          {hint}
        </span>
      )}
      {error !== undefined && (
        <span id={`${id}-error`} className="field-error">
          {error}
        </span>
      )}
    </div>
  );
}
