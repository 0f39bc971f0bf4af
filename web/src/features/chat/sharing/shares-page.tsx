import { useRef, useState } from 'react';
import type { Share } from '#contract/sharing';
import { Button } from '../../../components/button.tsx';
import { Callout } from '../../../components/callout.tsx';
import { Card } from '../../../components/card.tsx';
import { ColumnPage } from '../../../components/column-page.tsx';
import { passFocusToHeading } from '../../../components/keep-focus-when-control-disappears.ts';
import { PageTitle } from '../../../components/page.tsx';
import { QueryProvider } from '../../../components/query-provider.tsx';
import { useSharing } from '../../../components/use-site-config.ts';
import { useTitle } from '../../../components/use-title.ts';
import { formatDateTime } from '../../../lib/format-date.ts';
import { sharingCopy } from './copy.ts';
import { ShareControls } from './share-controls.tsx';
import { useShares } from './share-hooks.ts';
import styles from './sharing.module.css';

const copy = sharingCopy.list;

/** Page with the user's shared chats, the newest share first (docs/spec.md 2.16). */
export default function SharesPage() {
  useTitle(copy.title);
  return (
    <ColumnPage back={{ to: '/chat', label: copy.back }}>
      <QueryProvider>
        <Shares />
      </QueryProvider>
    </ColumnPage>
  );
}

function Shares() {
  const { shares, isLoading, hasFailed, reload } = useShares();
  const isOff = useSharing() === 'off';
  const [announcement, announce] = useState('');
  const title = useRef<HTMLHeadingElement>(null);
  const stopped = ({ name }: Share) => {
    // The focus was lost with the pressed button.
    title.current?.focus();
    announce(copy.stopped(name));
  };
  return (
    <>
      <PageTitle ref={title} tabIndex={-1}>
        {copy.title}
      </PageTitle>
      <p className="soft">{copy.about}</p>
      {isOff && <Callout kind="warn">{copy.off}</Callout>}
      <p role="status">{announcement}</p>
      {isLoading && <p className="soft">{copy.loading}</p>}
      {hasFailed && (
        <Callout kind="error">
          <p>{sharingCopy.loadFailed}</p>
          <Button isSmall ref={passFocusToHeading} onClick={() => void reload()}>
            {sharingCopy.retry}
          </Button>
        </Callout>
      )}
      {shares?.length === 0 && !isOff && <p>{copy.none}</p>}
      {shares?.map((share) => (
        <Card key={share.shareId} label={share.name}>
          <h2 className={styles.heading} dir="auto">
            {share.name}
          </h2>
          <p className={styles.fact}>{copy.made(formatDateTime(share.createdAt))}</p>
          <ShareControls share={share} onStopped={() => stopped(share)} />
        </Card>
      ))}
    </>
  );
}
