import { type Ref, useId, useState } from 'react';
import type { Share } from '#contract/sharing';
import { Button, ButtonLink } from '../../../components/button.tsx';
import { Callout } from '../../../components/callout.tsx';
import { useSharing } from '../../../components/use-site-config.ts';
import { formatDateTime } from '../../../lib/format-date.ts';
import { ReadersChoice } from './choose-readers.tsx';
import { sharingCopy as copy } from './copy.ts';
import { CopyLink } from './copy-link.tsx';
import { type ShareChange, useChangeShare } from './share-hooks.ts';
import { sharePath } from './share-ids-and-addresses.ts';
import styles from './sharing.module.css';

interface ShareControlsProps {
  readonly share: Share;
  readonly copyRef?: Ref<HTMLButtonElement>;
  readonly onStopped: () => void;
}

export function ShareControls({ share, copyRef, onStopped }: ShareControlsProps) {
  const { shareId, name, messages, updatedAt, isOutdated } = share;
  const { pending, done, failure, readers, change } = useChangeShare(share, onStopped);
  const isOff = useSharing() === 'off';
  return (
    <div className={styles.share}>
      <CopyLink shareId={shareId} {...(copyRef && { buttonRef: copyRef })} />
      {!isOff && (
        <ReadersChoice
          readers={readers}
          onChange={(chosen) => change({ kind: 'readers', readers: chosen })}
        />
      )}
      <p className={styles.fact}>
        {copy.state(messages, formatDateTime(updatedAt))}
        {isOutdated && ` · ${copy.outdated}`}
      </p>
      {failure !== undefined && <Callout kind="error">{failure}</Callout>}
      <p role="status" className={styles.outcome}>
        {done === 'update' && copy.updated}
        {done === 'readers' && copy.readersChanged}
      </p>
      <div className={styles.actions}>
        {isOutdated && !isOff && (
          <Button aria-disabled={pending !== undefined} onClick={() => change({ kind: 'update' })}>
            {pending === 'update' ? copy.updating : copy.update}
          </Button>
        )}
        <ButtonLink to={sharePath(shareId)} aria-label={copy.openNamed(name)}>
          {copy.openPage}
        </ButtonLink>
        <Stop pending={pending} onStop={() => change({ kind: 'stop' })} />
      </div>
    </div>
  );
}

interface StopProps {
  readonly pending: ShareChange['kind'] | undefined;
  readonly onStop: () => void;
}

function Stop({ pending, onStop }: StopProps) {
  // False after the user chose to keep the link. The button that stops sharing then gets the focus again.
  const [isAsking, setAsking] = useState<boolean>();
  const id = useId();
  if (!isAsking)
    return (
      <Button kind="danger-outline" autoFocus={isAsking === false} onClick={() => setAsking(true)}>
        {copy.stop}
      </Button>
    );
  return (
    <div className={styles.stop}>
      <p id={id}>{copy.stopAbout}</p>
      <Button kind="danger" aria-describedby={id} aria-disabled={pending !== undefined} onClick={onStop}>
        {pending === 'stop' ? copy.stopping : copy.stop}
      </Button>
      <Button autoFocus onClick={() => setAsking(false)}>
        {copy.keep}
      </Button>
    </div>
  );
}
