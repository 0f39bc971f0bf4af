import { useId } from 'react';
import type { ShareAudience } from '#contract/sharing';
import { useSharing } from '../../../components/use-site-config.ts';
import { sharingCopy } from './copy.ts';
import styles from './sharing.module.css';

const copy = sharingCopy.audience;
const AUDIENCES: readonly ShareAudience[] = ['members', 'anyone'];

interface AudienceChoiceProps {
  readonly audience: ShareAudience;
  readonly onChange: (audience: ShareAudience) => void;
}

/** Choice of a share's readers within what the operator allows. Without a choice, a sentence. */
export function AudienceChoice({ audience, onChange }: AudienceChoiceProps) {
  const name = useId();
  if (useSharing() !== 'anyone') return <p className={styles.fact}>{copy.only}</p>;
  return (
    <fieldset className={styles.audience}>
      <legend>{copy.label}</legend>
      {AUDIENCES.map((one) => (
        <label key={one}>
          <input type="radio" name={name} checked={audience === one} onChange={() => onChange(one)} />
          <span>
            {copy[one].name}
            <span className="soft">{copy[one].about}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
