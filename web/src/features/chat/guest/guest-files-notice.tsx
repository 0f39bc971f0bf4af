import { useState } from 'react';
import { Callout } from '../../../components/callout.tsx';
import { useHasFiles } from '../../../components/use-site-config.ts';
import { fileDraftCopy } from '../files/early-files-copy.ts';
import { useIncomingFiles } from '../files/use-incoming-files.ts';
import guestStyles from './guest.module.css';

/**
 * Shows a notice when a guest drops or pastes a file: only users with an account can add files. Also keeps the browser
 * from opening a dropped file in place of the chat.
 */
export function GuestFilesNotice() {
  const [isTold, setTold] = useState(false);
  const hasFiles = useHasFiles();
  useIncomingFiles(() => setTold(true));
  return (
    hasFiles &&
    isTold && (
      <Callout role="status" className={guestStyles.notice}>
        {fileDraftCopy.guest}
      </Callout>
    )
  );
}
