import { useEffect, useState } from 'react';
import type { SocketStatus } from '../../../lib/socket/link.ts';
import { type ReadStore, useStore } from '../../../lib/store.ts';
import { chatCopy } from '../copy.ts';

/** A renewal of the connection takes less; nobody needs to hear of it. */
const PATIENCE_MS = 1_500;

/** Says when there is no connection, once that has lasted. */
export function ConnectionNotice({ status }: { readonly status: ReadStore<SocketStatus> }) {
  const current = useStore(status);
  const trouble = current === 'offline' || current === 'reconnecting';
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!trouble) {
      setShown(false);
      return;
    }
    const timer = setTimeout(() => setShown(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [trouble]);
  return (
    <div role="status">
      {shown && trouble && (
        <p className="notice connection-notice">
          {current === 'offline' ? chatCopy.connection.offline : chatCopy.connection.reconnecting}
        </p>
      )}
    </div>
  );
}
