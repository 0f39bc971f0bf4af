import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { ERRORS } from '#contract/error-codes';
import { Button, ButtonLink } from '../../../components/button.tsx';
import { Callout } from '../../../components/callout.tsx';
import { OnDemand } from '../../../components/load-on-demand-or-when-idle.tsx';
import { useNow } from '../../../components/use-now.ts';
import { useProductName } from '../../../components/use-site-config.ts';
import { commonCopy } from '../../../lib/common-and-sign-in-copy.ts';
import { useStore } from '../../../lib/observable-store.ts';
import styles from '../chat.module.css';
import composerStyles from '../conversation/composer.module.css';
import { Composer, passFocusToComposer } from '../conversation/composer.tsx';
import { ConnectionNotice } from '../conversation/connection-notice.tsx';
import { MessageList } from '../conversation/message-list.tsx';
import { resetText } from '../quota/quota-reset-texts.ts';
import type { Conversation } from '../state/conversation/conversation.ts';
import { guestCopy } from './copy.ts';
import guestStyles from './guest.module.css';
import type { GuestChatController } from './guest-chat-controller.ts';
import { GuestFilesNotice } from './guest-files-notice.tsx';

const loadQuota = () => import('../quota/quota-notes.tsx');

interface GuestConversationViewProps {
  readonly conversation: Conversation;
  readonly controller: GuestChatController;
}

/**
 * The guest's chat: its messages and the message input (docs/spec.md 2.8). The notices have no `key`: when a new
 * conversation replaces the chat, they stay mounted, so that a screen reader does not announce them again.
 */
export function GuestConversationView({ conversation, controller }: GuestConversationViewProps) {
  const state = useStore(conversation.state);
  const { limitResetsAt, isRenewed, conversationNumber, failure } = useStore(controller.state);
  const now = useNow(limitResetsAt);
  const productName = useProductName() ?? '';
  usePrefill(controller, state.phase === 'ready' && !state.pending);
  return (
    <main id="content" className={styles.conversation}>
      <h1 className="visually-hidden">{guestCopy.title}</h1>
      <div className={styles.body}>
        {state.phase === 'ready' ? (
          <MessageList
            key={conversationNumber}
            conversation={conversation}
            connection={controller.connection}
          />
        ) : (
          <div className="centred">
            <div className="spinner" role="status" aria-label={guestCopy.opening} />
          </div>
        )}
      </div>
      <div className={composerStyles.area}>
        <ConnectionNotice status={controller.connection} />
        <GuestFilesNotice />
        {failure !== undefined && (
          <Callout kind="error" className={guestStyles.notice}>
            {failure}{' '}
            <Button ref={passFocusToComposer} onClick={() => void controller.open()}>
              {commonCopy.retry}
            </Button>
          </Callout>
        )}
        {isRenewed && (
          <Callout role="status" className={guestStyles.notice}>
            {guestCopy.renewed}
          </Callout>
        )}
        {limitResetsAt !== undefined && now < limitResetsAt ? (
          <LimitPanel resetsAt={limitResetsAt} now={now} />
        ) : (
          <OnDemand load={loadQuota}>
            {({ GuestQuotaLine }) => <GuestQuotaLine quota={controller.quota} />}
          </OnDemand>
        )}
        <Composer
          key={conversationNumber}
          conversation={conversation}
          state={state}
          placeholder={guestCopy.placeholder(productName)}
        />
        <p className={guestStyles.note}>{guestCopy.note}</p>
      </div>
    </main>
  );
}

const copy = guestCopy.limit;

/** Times are in milliseconds since the epoch. */
function LimitPanel({ resetsAt, now }: { readonly resetsAt: number; readonly now: number }) {
  return (
    <section className={guestStyles.limit} aria-labelledby="guest-limit-title" role="alert">
      <h2 id="guest-limit-title">{copy.title}</h2>
      <p>
        {ERRORS.guest_quota_exceeded.message} {resetText({ resetsAt }, now)}
      </p>
      <p className={guestStyles.ways}>
        <ButtonLink kind="primary" to="/">
          {copy.joinWaitlist}
        </ButtonLink>
        <ButtonLink to="/login">{commonCopy.login}</ButtonLink>
      </p>
    </section>
  );
}

/**
 * Sends the text of the navigation state `{ prefill: 'text' }` (docs/spec.md 2.8). The navigation state survives a
 * reload. Removes the text from the state, so that a reload does not send the text again.
 */
function usePrefill(controller: GuestChatController, canSend: boolean): void {
  const { key, state, pathname } = useLocation();
  const navigate = useNavigate();
  const prefill = prefillOf(state);
  useEffect(() => {
    if (prefill === undefined || !canSend) return;
    controller.sendPrefill(key, prefill);
    void navigate(pathname, { replace: true });
  }, [controller, canSend, key, prefill, pathname, navigate]);
}

function prefillOf(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('prefill' in state)) return undefined;
  return typeof state.prefill === 'string' ? state.prefill : undefined;
}
