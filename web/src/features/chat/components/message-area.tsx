import { Link } from '../../../components/link.tsx';
import { preload, useLoaded } from '../../../components/preload.ts';
import { commonCopy } from '../../../lib/copy.ts';
import type { SocketStatus } from '../../../lib/socket/link.ts';
import type { ReadStore } from '../../../lib/store.ts';
import { chatCopy } from '../copy.ts';
import type { Conversation } from '../model/conversation.ts';
import type { ConversationState } from '../model/conversation-state.ts';

/** Comes while the chat's history is read, and does not keep the rest of the screen waiting. */
const list = preload(() => import('./message-list.tsx'));

interface MessageAreaProps {
  readonly conversation: Conversation;
  readonly state: ConversationState;
  readonly connection: ReadStore<SocketStatus>;
}

/** The messages of the open chat; before that, that they are being read, or that this failed (docs/spec.md 8.1). */
export function MessageArea({ conversation, state, connection }: MessageAreaProps) {
  const { MessageList } = useLoaded(list) ?? {};
  if (state.phase === 'ready' && MessageList)
    return <MessageList conversation={conversation} state={state} connection={connection} />;
  return (
    <div className="centred">
      {state.phase === 'failed' ? (
        <p role="alert" className="notice notice-error">
          {state.failure}
          {state.isMissing ? (
            <Link className="button" to="/chat">
              {chatCopy.conversation.openNewest}
            </Link>
          ) : (
            <button type="button" className="button" onClick={() => void conversation.history.load()}>
              {commonCopy.retry}
            </button>
          )}
        </p>
      ) : (
        <div className="spinner" role="status" aria-label={chatCopy.conversation.loadingHistory} />
      )}
    </div>
  );
}
