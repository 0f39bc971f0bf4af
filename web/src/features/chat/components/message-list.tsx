import { useEffect, useRef } from 'react';
import { Icon } from '../../../components/icon.tsx';
import { chatTexts } from '../../../lib/chat-texts.ts';
import type { SocketStatus } from '../../../lib/socket/link.ts';
import { type ReadStore, useStore } from '../../../lib/store.ts';
import { texts } from '../../../lib/texts.ts';
import type { Conversation } from '../model/conversation.ts';
import type { ConversationState } from '../model/conversation-state.ts';
import { MessageView } from './message-view.tsx';
import { useFollow } from './use-follow.ts';
import { useOlderPages } from './use-older-pages.ts';

interface MessageListProps {
  readonly conversation: Conversation;
  readonly state: ConversationState;
  readonly connection: ReadStore<SocketStatus>;
}

/** The conversation, following its end until the reader scrolls up. */
export function MessageList({ conversation, state, connection }: MessageListProps) {
  const { scroller, content, following, jump } = useFollow();
  const connected = useStore(connection) === 'open';
  const { messages, older, olderThan } = state;
  useOlderPages(scroller, conversation, state);
  useJumpToOwnMessage(messages.findLast(({ role }) => role === 'user')?.key, jump);
  const words = chatTexts.conversation;
  return (
    <div className="messages-frame" data-tour="conversation">
      {/* Updates are announced by ReplyAnnouncer: read out piece by piece, a streaming reply is noise. */}
      <div
        ref={scroller}
        className="messages"
        role="log"
        aria-live="off"
        aria-label={words.label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and must do so by keyboard
        tabIndex={0}
      >
        <div ref={content} className="messages-column">
          {older === 'failed' ? (
            <p className="notice">
              {words.olderFailed}
              <button type="button" className="button" onClick={() => void conversation.loadOlder()}>
                {texts.retry}
              </button>
            </p>
          ) : (
            olderThan !== undefined && <p className="messages-older soft">{words.loadingOlder}</p>
          )}
          {messages.map((message, i) => (
            <MessageView
              key={message.key}
              message={message}
              conversation={conversation}
              isLast={i >= messages.length - 1}
              isOnItsWay={!connected && message.index === undefined}
            />
          ))}
        </div>
      </div>
      {!following && (
        <button type="button" className="jump" onClick={jump}>
          <Icon name="down" size={16} />
          {words.jump}
        </button>
      )}
    </div>
  );
}

/** Whoever sends a message wants to see it. */
function useJumpToOwnMessage(key: string | undefined, jump: () => void): void {
  const shown = useRef(key);
  useEffect(() => {
    if (key !== shown.current) jump();
    shown.current = key;
  }, [key, jump]);
}
