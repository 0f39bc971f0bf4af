import { type Ref, useEffect, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { sharingCopy as copy } from './copy.ts';
import { shareAddress } from './share-ids-and-addresses.ts';
import styles from './sharing.module.css';

const COPIED_MS = 2_000;

interface CopyLinkProps {
  readonly shareId: string;
  readonly buttonRef?: Ref<HTMLButtonElement>;
}

export function CopyLink({ shareId, buttonRef }: CopyLinkProps) {
  const [outcome, setOutcome] = useState<'copied' | 'refused'>();
  const address = shareAddress(shareId);
  useEffect(() => {
    if (outcome !== 'copied') return;
    const timer = setTimeout(() => setOutcome(undefined), COPIED_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const write = () =>
    navigator.clipboard.writeText(address).then(
      () => setOutcome('copied'),
      () => setOutcome('refused'),
    );
  return (
    <>
      <div className={styles.link}>
        <input
          readOnly
          dir="ltr"
          aria-label={copy.link}
          value={address}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <Button ref={buttonRef} kind="primary" onClick={() => void write()}>
          <Icon name={outcome === 'copied' ? 'check' : 'copy'} size={16} />
          {outcome === 'copied' ? copy.copied : copy.copy}
        </Button>
      </div>
      <p role="status" className={outcome === 'refused' ? undefined : 'visually-hidden'}>
        {outcome === 'copied' && copy.copied}
        {outcome === 'refused' && copy.copyFailed}
      </p>
    </>
  );
}
