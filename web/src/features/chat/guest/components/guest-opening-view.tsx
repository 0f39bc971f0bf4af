import { commonCopy } from '../../../../lib/copy.ts';
import { useStore } from '../../../../lib/store.ts';
import { ConnectionNotice } from '../../components/connection-notice.tsx';
import { guestCopy } from '../copy.ts';
import type { GuestWorkspace } from '../model/guest-workspace.ts';

/** Until there is a chat: it is being opened, or that failed. */
export function GuestOpeningView({ workspace }: { readonly workspace: GuestWorkspace }) {
  const { failure } = useStore(workspace.state);
  return (
    <main id="content" className="conversation">
      <h1 className="visually-hidden">{guestCopy.title}</h1>
      <div className="conversation-body">
        <div className="centred">
          {failure === undefined ? (
            <div className="spinner" role="status" aria-label={guestCopy.opening} />
          ) : (
            <p role="alert" className="notice notice-error">
              {failure}
              <button type="button" className="button" onClick={() => void workspace.open()}>
                {commonCopy.retry}
              </button>
            </p>
          )}
        </div>
      </div>
      <div className="composer-area">
        <ConnectionNotice status={workspace.connection} />
      </div>
    </main>
  );
}
