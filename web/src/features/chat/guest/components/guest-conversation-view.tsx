import { OnDemand } from '../../../../components/on-demand.tsx';
import { useProductName } from '../../../../components/product-name.ts';
import { useStore } from '../../../../lib/store.ts';
import { Composer } from '../../components/composer.tsx';
import { ConnectionNotice } from '../../components/connection-notice.tsx';
import { MessageList } from '../../components/message-list.tsx';
import { ReplyAnnouncer } from '../../components/reply-announcer.tsx';
import type { Conversation } from '../../model/conversation.ts';
import { guestCopy } from '../copy.ts';
import type { GuestWorkspace } from '../model/guest-workspace.ts';
import { LimitPanel } from './limit-panel.tsx';
import { usePrefill } from './use-prefill.ts';

const loadQuota = () => import('../../quota/quota-notes.tsx');

interface GuestConversationViewProps {
  readonly conversation: Conversation;
  readonly workspace: GuestWorkspace;
}

/**
 * The guest's chat: its messages and the input (docs/spec.md 2.8). Those two begin anew with another conversation; what was
 * announced beside them is not announced again.
 */
export function GuestConversationView({ conversation, workspace }: GuestConversationViewProps) {
  const state = useStore(conversation.state);
  const { isLimitReached, isRenewed, shown } = useStore(workspace.state);
  const productName = useProductName() ?? '';
  usePrefill(workspace, state.phase === 'ready' && !state.pending);
  return (
    <main id="content" className="conversation">
      <h1 className="visually-hidden">{guestCopy.title}</h1>
      <div className="conversation-body">
        {state.phase === 'ready' ? (
          <MessageList
            key={shown}
            conversation={conversation}
            state={state}
            connection={workspace.connection}
          />
        ) : (
          <div className="centred">
            <div className="spinner" role="status" aria-label={guestCopy.opening} />
          </div>
        )}
      </div>
      <ReplyAnnouncer state={state} />
      <div className="composer-area">
        <ConnectionNotice status={workspace.connection} />
        {isRenewed && (
          <p role="status" className="notice guest-notice">
            {guestCopy.renewed}
          </p>
        )}
        {isLimitReached ? (
          <LimitPanel />
        ) : (
          <OnDemand load={loadQuota}>
            {({ GuestQuotaLine }) => <GuestQuotaLine quota={workspace.quota} />}
          </OnDemand>
        )}
        <Composer
          key={shown}
          conversation={conversation}
          state={state}
          placeholder={guestCopy.placeholder(productName)}
        />
        <p className="guest-note">{guestCopy.note}</p>
      </div>
    </main>
  );
}
