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
import { type Branches, versionsOf } from '#contract/branches';
import { Icon } from '../../../components/icon.tsx';
import { type ReadStore, useStore } from '../../../lib/observable-store.ts';
import type { SocketStatus } from '../../../lib/socket/reconnecting-connection.ts';
import { chatCopy } from '../copy.ts';
import type { Conversation } from '../state/conversation/conversation.ts';
import { lastTurn, type Messages, withoutEarlier } from '../state/turns/find-in-shown-messages.ts';
import type { LiveReply } from '../state/turns/live-reply.ts';
import type { ViewMessage } from '../state/turns/shown-message.ts';
import { passFocusToComposer } from './composer.tsx';
import { messageCopy } from './conversation-and-markdown-copy.ts';
import { dateAbove } from './date-above-message.ts';
import { HistoryPagingNotes, useHistoryPaging } from './history-paging.tsx';
import styles from './message-list.module.css';
import { MessageView } from './message-view.tsx';
import { ReplyAnnouncer } from './reply-announcer.tsx';
import { useAutoScroll } from './use-auto-scroll.ts';
import { useVirtualListEnd } from './use-first-message-below-list.ts';
import { useIsPrinting } from './use-is-printing.ts';
import { useScrollToTarget } from './use-scroll-to-target.ts';

interface MessageListProps {
  readonly conversation: Conversation;
  readonly connection: ReadStore<SocketStatus>;
}

/** Pixels above the first message, equal to the padding in the style sheet. */
const TOP_SPACE = 32;
/** Pixels that are rendered above and below the visible part. */
const OVERSCAN = 600;

/**
 * Scrolling list of the messages, which follows the end of the conversation until the user scrolls up. Renders only the
 * messages near the visible part, the last focused message, and the newest messages; for print, all loaded messages.
 */
export function MessageList({ conversation, connection }: MessageListProps) {
  const state = useStore(conversation.state);
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const isConnected = ['open', 'busy'].includes(useStore(connection));
  const { isKept, newerThan, windowNumber, target, branches } = state;
  const isDetached = newerThan !== undefined;
  const { following, jump, release, keepUp } = useAutoScroll(scroller, !isDetached);
  const pending = state.pending || isKept;
  const messages = withoutEarlier(state.messages, state.olderThan);
  const isShifted = useShift(messages, windowNumber);
  const [focused, keepFocused] = useFocusedMessage();
  useHistoryPaging(scroller, conversation, state);
  useScrollToTarget(list, conversation, { target, messages, isDetached }, { jump, release });
  useJumpToOwnMessage(messages, jump);
  const turn = pending || isDetached ? undefined : lastTurn(messages);
  // A guest's chat has no versions of messages, so a guest can edit only their last message.
  const canEdit = (message: ViewMessage) =>
    conversation.account
      ? !pending && message.role === 'user' && message.index !== undefined
      : message === turn?.question;
  const isNewChat = state.olderThan === undefined && !messages.some(({ role }) => role === 'user');
  const listEnd = useVirtualListEnd(scroller, messages, state);
  // While newer messages are not loaded, all loaded messages are in the virtual list. Otherwise the newest loaded
  // message would be in the element below the list (`data-tail`). A newer page would make the list longer, and so move
  // this element down. Chromium would scroll to keep the element in place on the screen, and so jump to the end of the
  // newer page.
  const settled = messages.slice(0, isDetached ? undefined : listEnd);
  const isPrinting = useIsPrinting();
  const kept = focused === undefined ? -1 : settled.findIndex(({ key }) => key === focused);
  const tail = useResizes(keepUp);
  useUpdates(messages.at(-1)?.live, keepUp);
  const view = (message: ViewMessage, i: number) => (
    <MessageView
      key={message.key}
      message={message}
      conversation={conversation}
      day={dateAbove(messages[i - 1], message)}
      canRetry={
        !pending && (message.status === 'unsent' || i === messages.length - 1 || message === turn?.reply)
      }
      isReplaceable={message === turn?.reply}
      isEditable={canEdit(message)}
      branches={hasVersions(branches, message) ? branches : undefined}
      isNewChat={isNewChat}
      isUnsentOffline={!isConnected && message.index === undefined}
      isFound={target?.isFound === true && target.index === message.index}
    />
  );
  const showLatest = async () => {
    if (await conversation.history.showLatest()) jump();
  };
  return (
    <div className={styles.frame}>
      {/* aria-live is off because a screen reader would read out each chunk. ReplyAnnouncer announces replies. */}
      <div
        ref={scroller}
        className={styles.messages}
        role="log"
        aria-live="off"
        aria-label={chatCopy.conversation.label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the list must scroll by keyboard
        tabIndex={0}
        onFocus={keepFocused}
      >
        <div className={styles.column}>
          {state.olderThan !== undefined && (
            <p className={styles.notPrinted}>{messageCopy.notPrinted('Earlier')}</p>
          )}
          <Virtualizer
            key={windowNumber}
            ref={list}
            as={Column}
            data={settled}
            shift={isShifted}
            scrollRef={scroller}
            startMargin={TOP_SPACE}
            bufferSize={OVERSCAN}
            keepMounted={isPrinting ? [...settled.keys()] : kept < 0 ? NONE : [kept]}
            onResize={keepUp}
          >
            {view}
          </Virtualizer>
          {/* The newest messages are not in the virtual list, which would measure a streaming reply over and over. */}
          <div ref={tail} data-tail>
            {messages.slice(settled.length).map((message, i) => view(message, settled.length + i))}
          </div>
          {isDetached && <p className={styles.notPrinted}>{messageCopy.notPrinted('Later')}</p>}
        </div>
      </div>
      <ReplyAnnouncer state={state} />
      <HistoryPagingNotes conversation={conversation} state={state} />
      {(isDetached || !following) && (
        <button
          ref={passFocusToComposer}
          type="button"
          className={styles.jump}
          onClick={() => void showLatest()}
        >
          <Icon name="down" size={16} />
          {messageCopy.jump}
        </button>
      )}
    </div>
  );
}

const hasVersions = (branches: Branches, { role, index }: ViewMessage): boolean =>
  branches.length > 0 && role === 'user' && index !== undefined && versionsOf(branches, index).length > 1;

const NONE: readonly number[] = [];
const LONG_RENDER_MS = 16;

/**
 * Calls `onUpdate`, which scrolls to the end, after React has rendered an update of a streaming reply. The scrolling
 * makes the browser compute the layout in the same task. After a render of LONG_RENDER_MS or more, `onUpdate` is not
 * called, because the layout would make the task even longer. Instead, the browser computes the layout in the next
 * animation frame, and `useResizes` scrolls to the end in that frame (decision 0138).
 */
function useUpdates(live: LiveReply | undefined, onUpdate: () => void): void {
  useEffect(
    () =>
      live?.subscribe(() => {
        const began = performance.now();
        // This microtask runs after React has rendered, because React's own microtask was queued earlier.
        queueMicrotask(() => {
          if (performance.now() - began < LONG_RENDER_MS) onUpdate();
        });
      }),
    [live, onUpdate],
  );
}

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

/**
 * Container of the virtual list without the style `pointer-events: none`, which the list sets while it scrolls. A
 * streaming reply scrolls the list all the time, and the messages in the list must stay clickable.
 */
function Column({ style, children, ref }: ColumnProps) {
  return (
    <div ref={ref} className={styles.rows} style={{ ...style, pointerEvents: undefined }}>
      {children}
    </div>
  );
}

/** Returns true if older messages were added at the top of the same window since the last render. */
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

/**
 * Returns the key of the last focused message, and the focus handler that sets this key. The list keeps this message
 * rendered out of view, so that the focus is not lost.
 */
function useFocusedMessage(): [string | undefined, (event: FocusEvent) => void] {
  const [key, setKey] = useState<string>();
  return [key, ({ target }) => setKey(target.closest<HTMLElement>('[data-message]')?.dataset.message)];
}

/**
 * Scrolls to the end when the user sends a message, which is new and has no index yet. A new message with an index came
 * with a page of the history, or from another device.
 */
function useJumpToOwnMessage(messages: Messages, jump: () => void): void {
  const before = useRef(messages);
  useEffect(() => {
    const last = messages.findLast(({ role }) => role === 'user');
    if (last && last.index === undefined && !before.current.some(({ key }) => key === last.key)) jump();
    before.current = messages;
  }, [messages, jump]);
}
