import { useEffect, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import styles from '../admin.module.css';
import { adminCopy } from '../copy.ts';

/** Milliseconds for which the check mark is shown after copying. */
const COPIED_MS = 2_000;

interface CopyButtonProps {
  readonly text: string;
  readonly label: string;
  /** Accessible name, where several buttons have the same label. @default `label` */
  readonly name?: string;
  readonly isSmall?: boolean;
}

/**
 * Button that copies a text to the clipboard. If copying fails, shows the text, so that the user can select it. Each
 * button has a live region for its result: while a modal dialog is open, screen readers do not read out a region that
 * is outside of the dialog.
 */
export function CopyButton({ text, label, name = label, isSmall = true }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'copied' | 'failed'>();
  useEffect(() => {
    if (outcome !== 'copied') return;
    const timer = setTimeout(() => setOutcome(undefined), COPIED_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = () => {
    // Empties the region, so that the same result is announced once more.
    setOutcome(undefined);
    navigator.clipboard.writeText(text).then(
      () => setOutcome('copied'),
      () => setOutcome('failed'),
    );
  };
  return (
    <span className={styles.copy}>
      <Button isSmall={isSmall} aria-label={name} onClick={copy}>
        <Icon name={outcome === 'copied' ? 'check' : 'copy'} size={16} />
        {label}
      </Button>
      <span role="status" className={outcome === 'failed' ? styles['copy-failed'] : 'visually-hidden'}>
        {outcome === 'copied' && adminCopy.copied}
        {outcome === 'failed' && adminCopy.copyFailed}
      </span>
      {outcome === 'failed' && <code className={styles['copy-text']}>{text}</code>}
    </span>
  );
}
