import type { ReactNode } from 'react';
import { isTemporaryChat } from '#contract/temporary-chats';
import { Button, ButtonLink } from '../../../components/button.tsx';
import { Callout } from '../../../components/callout.tsx';
import { useTitleFocus } from '../../../components/focus-title.ts';
import { OnDemand } from '../../../components/load-on-demand-or-when-idle.tsx';
import { preload, useLoaded } from '../../../components/preload-module.ts';
import { useHasFiles, useProductName } from '../../../components/use-site-config.ts';
import { commonCopy } from '../../../lib/common-and-sign-in-copy.ts';
import { NEW_CHAT } from '../../../lib/draft-storage.ts';
import { type ReadStore, useStore } from '../../../lib/observable-store.ts';
import type { SocketStatus } from '../../../lib/socket/reconnecting-connection.ts';
import styles from '../chat.module.css';
import { chatCopy } from '../copy.ts';
import { loadLazyComponents } from '../load-deferred-components.ts';
import { isListed } from '../state/chats/chat-list.ts';
import type { ChatController } from '../state/chats/chat-screen-controller.ts';
import type { Conversation } from '../state/conversation/conversation.ts';
import type { ConversationState } from '../state/conversation/conversation-state.ts';
import composerStyles from './composer.module.css';
import { Composer } from './composer.tsx';
import { ConnectionNotice } from './connection-notice.tsx';

interface ConversationViewProps {
  readonly conversation: Conversation;
  readonly controller: ChatController;
}

/** The open chat: its header, its messages and the message input. */
export function ConversationView({ conversation, controller }: ConversationViewProps) {
  const state = useStore(conversation.state);
  const { account } = conversation;
  const productName = useProductName() ?? '';
  const { creating } = useStore(controller.creation);
  const { chats } = useStore(controller.list.state);
  const draftFiles = controller.fileDrafts.of(creating ? NEW_CHAT : conversation.chatId);
  const files = useHasFiles() && !state.isMissing ? draftFiles : undefined;
  const chat = chats.find(({ chatId }) => chatId === conversation.chatId);
  const title = chat?.name ?? chatCopy.conversation.label;
  const onScreen = { chatId: conversation.chatId, name: title, through: state.through };
  return (
    <main id="content" className={styles.conversation}>
      <ChatHeader title={title}>
        {!state.isMissing && (
          <OnDemand load={loadLazyComponents}>
            {({ ExportButton, PdfButton, ShareButton }) => (
              <>
                <ShareButton chat={onScreen} state={state} />
                <ExportButton chat={onScreen} />
                <PdfButton chatId={conversation.chatId} through={state.through} title={title} />
              </>
            )}
          </OnDemand>
        )}
      </ChatHeader>
      <div className={styles.body} data-tour="conversation">
        <MessageArea conversation={conversation} state={state} connection={controller.connection} />
      </div>
      {files && <OnDemand load={loadLazyComponents}>{({ DropArea }) => <DropArea files={files} />}</OnDemand>}
      {!state.isMissing && (
        <div className={composerStyles.area}>
          <ConnectionNotice status={controller.connection} />
          {state.isKept && state.failure !== undefined && (
            <Callout kind="error">
              {chatCopy.conversation.notUpToDate}
              <Button onClick={() => void conversation.history.load()}>{commonCopy.retry}</Button>
            </Callout>
          )}
          {chat && !isListed(chat) && (
            <OnDemand load={loadLazyComponents}>
              {({ UnlistedNote }) => <UnlistedNote controller={controller} chat={chat} />}
            </OnDemand>
          )}
          {account && (
            <OnDemand load={loadLazyComponents}>
              {({ QuotaNotes }) => <QuotaNotes quota={controller.quota} email={account.email} />}
            </OnDemand>
          )}
          <Composer
            key={creating ? 'creating' : 'open'}
            conversation={conversation}
            state={state}
            placeholder={chatCopy.conversation.placeholder(productName)}
            isCreating={creating}
            takesFocus={creating || !controller.isUnasked}
            files={files}
          >
            {account && (
              <OnDemand load={loadLazyComponents}>
                {({ ModelPicker, EffortPicker }) => (
                  <div className={composerStyles.choices}>
                    <ModelPicker conversation={conversation} account={account} />
                    <EffortPicker conversation={conversation} account={account} />
                  </div>
                )}
              </OnDemand>
            )}
          </Composer>
        </div>
      )}
    </main>
  );
}

interface ChatHeaderProps {
  readonly title: string;
  readonly children?: ReactNode;
}

function ChatHeader({ title, children }: ChatHeaderProps) {
  useTitleFocus();
  return (
    <header className={styles.header}>
      <h1 className={styles.title} dir="auto" title={title}>
        {title}
      </h1>
      <div className={styles.actions}>{children}</div>
    </header>
  );
}

/** Script of the message list, which loads while the history is read. */
const list = preload(() => import('./message-list.tsx'));

interface MessageAreaProps {
  readonly conversation: Conversation;
  readonly state: ConversationState;
  readonly connection: ReadStore<SocketStatus>;
}

/** Messages of the open chat, a spinner, or an error (docs/spec.md 8.1). */
function MessageArea({ conversation, state, connection }: MessageAreaProps) {
  const { MessageList } = useLoaded(list) ?? {};
  if ((state.phase === 'ready' || state.isKept) && MessageList)
    return <MessageList conversation={conversation} connection={connection} />;
  return (
    <div className="centred">
      {state.phase === 'failed' ? (
        <Callout kind="error">
          {state.isMissing && isTemporaryChat(conversation.chatId)
            ? chatCopy.conversation.temporaryGone
            : state.failure}
          {state.isMissing ? (
            <ButtonLink to="/chat">{chatCopy.conversation.openNewest}</ButtonLink>
          ) : (
            <Button onClick={() => void conversation.history.load()}>{commonCopy.retry}</Button>
          )}
        </Callout>
      ) : (
        <div className="spinner" role="status" aria-label={chatCopy.conversation.loadingHistory} />
      )}
    </div>
  );
}
