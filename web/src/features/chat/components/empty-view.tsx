import { chatTexts } from '../../../lib/chat-texts.ts';
import { useStore } from '../../../lib/store.ts';
import { texts } from '../../../lib/texts.ts';
import type { Workspace } from '../model/workspace.ts';

/** Before any chat is open: the list is loading, a first chat is being created, or one of the two failed. */
export function EmptyView({
  workspace,
  onNewChat,
}: {
  readonly workspace: Workspace;
  readonly onNewChat: () => void;
}) {
  const { phase } = useStore(workspace.list.state);
  const { error } = useStore(workspace.creation);
  const failure = phase === 'failed' ? chatTexts.chats.listFailed : error;
  const retry = phase === 'failed' ? () => void workspace.list.load() : onNewChat;
  return (
    <main id="content" className="centred">
      {failure === undefined ? (
        <div className="spinner" role="status" aria-label={texts.loading} />
      ) : (
        <>
          <p role="alert" className="notice notice-error">
            {failure}
          </p>
          <button type="button" className="button" onClick={retry}>
            {texts.retry}
          </button>
        </>
      )}
    </main>
  );
}
