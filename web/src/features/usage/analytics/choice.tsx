import { useId } from 'react';

interface ChoiceProps<T extends string | number> {
  readonly legend: string;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly value: T;
  readonly onChange: (value: T) => void;
}

/** One of a few, side by side. */
export function Choice<T extends string | number>({ legend, options, value, onChange }: ChoiceProps<T>) {
  const name = useId();
  return (
    <fieldset className="usage-choice">
      <legend>{legend}</legend>
      <div>
        {options.map((each) => (
          <label key={each.value}>
            <input
              type="radio"
              className="visually-hidden"
              name={name}
              checked={each.value === value}
              onChange={() => onChange(each.value)}
            />
            <span className="usage-choice-text">{each.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
