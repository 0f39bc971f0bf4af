import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Callout } from '../../../components/callout.tsx';
import { classNames } from '../../../components/class-names.ts';
import { commonCopy } from '../../../lib/common-and-sign-in-copy.ts';
import { useStore } from '../../../lib/observable-store.ts';
import chatStyles from '../chat.module.css';
import { chatCopy } from '../copy.ts';
import type { ChatController } from '../state/chats/chat-screen-controller.ts';
import styles from './message-view.module.css';

interface NoOpenChatProps {
  readonly controller: ChatController;
  readonly onNewChat: () => void;
}

/** Main area while no chat is open: a spinner, or an error with Retry and Skip. */
export function NoOpenChat({ controller, onNewChat }: NoOpenChatProps) {
  const { phase } = useStore(controller.list.state);
  const { error, creating } = useStore(controller.creation);
  const [hasSkipFailed, setSkipFailed] = useState(false);
  const failure = phase === 'failed' ? chatCopy.chats.listFailed : error;
  const retry = phase === 'failed' ? () => void controller.readList() : onNewChat;
  // Skip creates a chat before it sends 'skip' (docs/spec.md 4.8).
  const skip = async () => {
    setSkipFailed(false);
    const isCreated = (await controller.createChat()) !== undefined;
    if (isCreated) controller.open.get()?.actions.skip();
    else setSkipFailed(true);
  };
  if (failure === undefined || creating)
    return (
      <main id="content" className="centred">
        <h1 className="visually-hidden">{chatCopy.conversation.label}</h1>
        <div className="spinner" role="status" aria-label={commonCopy.loading} />
      </main>
    );
  return (
    <main id="content" className="centred">
      <h1 className="visually-hidden">{chatCopy.conversation.label}</h1>
      {hasSkipFailed && (
        <article className={classNames(styles.message, chatStyles.emptyAnswer)} role="status">
          {chatCopy.conversation.skipFailed}
        </article>
      )}
      <Callout kind="error">{failure}</Callout>
      <div className={chatStyles.emptyButtons}>
        <Button onClick={retry}>{commonCopy.retry}</Button>
        <Button kind="plain" onClick={() => void skip()}>
          {chatCopy.conversation.skip}
        </Button>
      </div>
    </main>
  );
}
