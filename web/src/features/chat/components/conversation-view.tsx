import { OnDemand } from '../../../components/on-demand.tsx';
import { useProductName } from '../../../components/product-name.ts';
import { useStore } from '../../../lib/store.ts';
import { chatCopy } from '../copy.ts';
import { loadDeferredUi } from '../loaders.ts';
import type { Conversation } from '../model/conversation.ts';
import type { Workspace } from '../model/workspace.ts';
import { PdfSlot } from '../pdf/pdf-slot.tsx';
import { ChatHeader } from './chat-header.tsx';
import { Composer } from './composer.tsx';
import { ConnectionNotice } from './connection-notice.tsx';
import { MessageArea } from './message-area.tsx';
import { ReplyAnnouncer } from './reply-announcer.tsx';

interface ConversationViewProps {
  readonly conversation: Conversation;
  readonly workspace: Workspace;
}

/** The open chat: its messages and the input. */
export function ConversationView({ conversation, workspace }: ConversationViewProps) {
  const state = useStore(conversation.state);
  const { account } = conversation;
  const productName = useProductName() ?? '';
  const { creating } = useStore(workspace.creation);
  const { chats } = useStore(workspace.list.state);
  const name = chats.find(({ chatId }) => chatId === conversation.chatId)?.name;
  const title = name ?? chatCopy.conversation.label;
  return (
    <main id="content" className="conversation">
      <ChatHeader title={title}>
        {!state.isMissing && <PdfSlot chatId={conversation.chatId} title={title} />}
      </ChatHeader>
      <div className="conversation-body" data-tour="conversation">
        <MessageArea conversation={conversation} state={state} connection={workspace.connection} />
      </div>
      <ReplyAnnouncer state={state} />
      {!state.isMissing && (
        <div className="composer-area">
          <ConnectionNotice status={workspace.connection} />
          {account && (
            <OnDemand load={loadDeferredUi}>
              {({ QuotaNotes }) => <QuotaNotes quota={workspace.quota} email={account.email} />}
            </OnDemand>
          )}
          <Composer
            key={creating ? 'creating' : 'open'}
            conversation={conversation}
            state={state}
            placeholder={chatCopy.conversation.placeholder(productName)}
            isCreating={creating}
          >
            {account && (
              <OnDemand load={loadDeferredUi}>
                {({ ModelPicker }) => <ModelPicker conversation={conversation} account={account} />}
              </OnDemand>
            )}
          </Composer>
        </div>
      )}
    </main>
  );
}
