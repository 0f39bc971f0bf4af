import { useEffect, useState } from 'react';
import { Callout } from '../../../components/callout.tsx';
import { type ReadStore, useStore } from '../../../lib/observable-store.ts';
import type { SocketStatus } from '../../../lib/socket/reconnecting-connection.ts';
import { chatCopy } from '../copy.ts';
import styles from './composer.module.css';

/** Many reconnects are faster than this and need no notice. */
const NOTICE_DELAY_MS = 1_500;

/** Notice that there is no connection, or that the server is busy. The first attempt to connect shows no notice. */
export function ConnectionNotice({ status }: { readonly status: ReadStore<SocketStatus> }) {
  const current = useStore(status);
  const trouble = current !== 'open' && current !== 'connecting';
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!trouble) {
      setShown(false);
      return;
    }
    const timer = setTimeout(() => setShown(true), NOTICE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [trouble]);
  return (
    <div role="status">
      {shown && trouble && <Callout className={styles.notice}>{chatCopy.connection[current]}</Callout>}
    </div>
  );
}
