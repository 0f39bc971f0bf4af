import { useId } from 'react';
import type { ShareReaders } from '#contract/sharing';
import { useSharing } from '../../../components/use-site-config.ts';
import { sharingCopy } from './copy.ts';
import styles from './sharing.module.css';

const copy = sharingCopy.readers;
const READERS: readonly ShareReaders[] = ['members', 'anyone'];

interface ReadersChoiceProps {
  readonly readers: ShareReaders;
  readonly onChange: (readers: ShareReaders) => void;
  /** @default false */
  readonly isDisabled?: boolean;
}

/** Offers no choice if the operator allows only readers with an account. */
export function ReadersChoice({ readers, onChange, isDisabled }: ReadersChoiceProps) {
  const name = useId();
  if (useSharing() !== 'anyone') return <p className={styles.fact}>{copy.only}</p>;
  return (
    <fieldset className={styles.readers} disabled={isDisabled}>
      <legend>{copy.label}</legend>
      {READERS.map((one) => (
        <label key={one}>
          <input type="radio" name={name} checked={readers === one} onChange={() => onChange(one)} />
          <span>
            {copy[one].name}
            <span className="soft">{copy[one].about}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
