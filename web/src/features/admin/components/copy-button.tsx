import { useEffect, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { adminCopy } from '../copy.ts';
import { announce } from '../screen-reader-announcer.tsx';

/** Milliseconds for which the check mark is shown after copying. */
const COPIED_MS = 2_000;

interface CopyButtonProps {
  readonly text: string;
  readonly label: string;
  /** Accessible name, where several buttons have the same label. @default `label` */
  readonly name?: string;
  readonly isSmall?: boolean;
}

/** Button that copies a text to the clipboard and announces the result. */
export function CopyButton({ text, label, name = label, isSmall = true }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => {
        setCopied(true);
        announce(adminCopy.copied);
      },
      () => announce(adminCopy.copyFailed),
    );
  return (
    <Button isSmall={isSmall} aria-label={name} onClick={() => void copy()}>
      <Icon name={isCopied ? 'check' : 'copy'} size={16} />
      {label}
    </Button>
  );
}
