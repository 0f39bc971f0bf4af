import {
  type CSSProperties,
  type FocusEvent,
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { Icon } from '../../../components/icon.tsx';
import type { SocketStatus } from '../../../lib/socket/reconnecting-connection.ts';
import { type ReadStore, useStore } from '../../../lib/store.ts';
import { chatCopy, messageCopy } from '../copy.ts';
import type { Conversation } from '../state/conversation/conversation.ts';
import type { ConversationState } from '../state/conversation/conversation-state.ts';
import { lastTurn, type Messages, withoutEarlier } from '../state/turns/message-lookup.ts';
import type { ViewMessage } from '../state/turns/view-message.ts';
import { HistoryPagingNotes, useHistoryPaging } from './history-paging.tsx';
import styles from './message-list.module.css';
import { dayBefore, MessageView } from './message-view.tsx';
import { useAutoScroll, useScrollToTarget } from './use-auto-scroll.ts';

interface MessageListProps {
  readonly conversation: Conversation;
  readonly state: ConversationState;
  readonly connection: ReadStore<SocketStatus>;
}

/** The space above the first message, in pixels; the style sheet has it too. */
const TOP = 32;
/** So much is rendered beyond what is on screen, in pixels. */
const BEYOND = 600;

/**
 * The conversation, following its end until the reader scrolls up. Of a long one only the part on screen is
 * rendered.
 */
export function MessageList({ conversation, state, connection }: MessageListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const { following, jump, release, keepUp } = useAutoScroll(scroller);
  const isConnected = useStore(connection) === 'open';
  const { pending, newerThan, windowNumber, target } = state;
  const messages = withoutEarlier(state.messages, state.olderThan);
  const isShifted = useShift(messages, windowNumber);
  const [focused, keepFocused] = useFocusedMessage();
  useHistoryPaging(scroller, conversation, state);
  useScrollToTarget(list, conversation, state, { jump, release });
  useJumpToOwnMessage(messages.findLast(({ role }) => role === 'user')?.key, jump);
  const isDetached = newerThan !== undefined;
  const turn = pending || isDetached ? undefined : lastTurn(messages);
  const isOpening = state.olderThan === undefined && !messages.some(({ role }) => role === 'user');
  const settled = messages.slice(0, startOfLastTurn(messages));
  const kept = focused === undefined ? -1 : settled.findIndex(({ key }) => key === focused);
  const tail = useResizes(keepUp);
  const view = (message: ViewMessage, i: number) => (
    <MessageView
      key={message.key}
      message={message}
      conversation={conversation}
      day={dayBefore(messages[i - 1], message)}
      canRetry={
        !pending && (message.status === 'unsent' || i === messages.length - 1 || message === turn?.reply)
      }
      isReplaceable={message === turn?.question || message === turn?.reply}
      isOpening={isOpening}
      isOnItsWay={!isConnected && message.index === undefined}
      isFound={target?.isFound === true && target.index === message.index}
    />
  );
  const showLatest = async () => {
    if (await conversation.history.showLatest()) jump();
  };
  return (
    <div className={styles.frame}>
      {/* Updates are announced by ReplyAnnouncer: read out piece by piece, a streaming reply is noise. */}
      <div
        ref={scroller}
        className={styles.messages}
        role="log"
        aria-live="off"
        aria-label={chatCopy.conversation.label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and must do so by keyboard
        tabIndex={0}
        onFocus={keepFocused}
      >
        <div className={styles.column}>
          <Virtualizer
            key={windowNumber}
            ref={list}
            as={Column}
            data={settled}
            shift={isShifted}
            scrollRef={scroller}
            startMargin={TOP}
            bufferSize={BEYOND}
            keepMounted={kept < 0 ? NONE : [kept]}
            onResize={keepUp}
          >
            {view}
          </Virtualizer>
          {/* What grows with every frame stands outside: its size is nothing that the list must reckon with. */}
          <div ref={tail}>
            {messages.slice(settled.length).map((message, i) => view(message, settled.length + i))}
          </div>
        </div>
      </div>
      <HistoryPagingNotes conversation={conversation} state={state} />
      {(isDetached || !following) && (
        <button type="button" className={styles.jump} onClick={() => void showLatest()}>
          <Icon name="down" size={16} />
          {messageCopy.jump}
        </button>
      )}
    </div>
  );
}

const NONE: readonly number[] = [];
/** A question, its reply and a word of thanks; more than that after a question is not its turn alone. */
const TAIL_MAX = 4;

/** Index of the message from which on the list is rendered whole: the last question, or the last message. */
function startOfLastTurn(messages: Messages): number {
  const question = messages.findLastIndex(({ role }) => role === 'user');
  const last = messages.length - 1;
  return last - question < TAIL_MAX ? Math.max(0, question) : Math.max(0, last);
}

/** A ref to an element whose every change of size is told. */
function useResizes(onResize: () => void): (element: HTMLElement | null) => () => void {
  return useCallback(
    (element) => {
      const observer = new ResizeObserver(onResize);
      if (element) observer.observe(element);
      return () => observer.disconnect();
    },
    [onResize],
  );
}

interface ColumnProps {
  readonly style: CSSProperties;
  readonly children: ReactNode;
  readonly ref?: Ref<HTMLDivElement>;
}

/** Element that holds the messages. It stays in reach of the pointer while it scrolls, which it does as a reply streams. */
function Column({ style, children, ref }: ColumnProps) {
  return (
    <div ref={ref} style={{ ...style, pointerEvents: undefined }}>
      {children}
    </div>
  );
}

/** Tells that older messages have come in before those of the last render. */
function useShift(messages: Messages, windowNumber: number): boolean {
  const before = useRef({ first: messages[0]?.key, windowNumber });
  const first = messages[0]?.key;
  const isShifted =
    before.current.windowNumber === windowNumber &&
    before.current.first !== first &&
    messages.some(({ key }) => key === before.current.first);
  useLayoutEffect(() => {
    before.current = { first, windowNumber };
  });
  return isShifted;
}

/** The message that has the focus somewhere in it: it must stay in the page wherever the reader scrolls. */
function useFocusedMessage(): [string | undefined, (event: FocusEvent) => void] {
  const [key, setKey] = useState<string>();
  return [key, ({ target }) => setKey(target.closest<HTMLElement>('[data-message]')?.dataset.message)];
}

/** Shows the end when the user has sent a message. */
function useJumpToOwnMessage(key: string | undefined, jump: () => void): void {
  const shown = useRef(key);
  useEffect(() => {
    if (key !== shown.current) jump();
    shown.current = key;
  }, [key, jump]);
}
