import { useState } from 'react';
import { useNavigate } from 'react-router';
import { AppError } from '#contract/error-codes';
import { Button } from '../../../components/button.tsx';
import { useIsOnPage } from '../../../components/use-is-still-on-page.ts';
import { draftStorage } from '../../../lib/draft-storage.ts';
import { guestStorage } from '../../../lib/guest-storage.ts';
import { claimGuestChat } from '../api/lazy-chat-calls.ts';
import { focusComposer } from '../conversation/composer.tsx';
import styles from './claim-offer.module.css';
import { claimCopy } from './copy.ts';

/** Asks a signed-in user whether to move this browser's guest chat into the account. */
export function ClaimOffer() {
  const [guestChatId, setGuestChatId] = useState(guestStorage.claimableChatId);
  const [phase, setPhase] = useState<'asking' | 'keeping' | 'failed'>('asking');
  const navigate = useNavigate();
  const isOnPage = useIsOnPage();
  if (guestChatId === undefined) return null;
  const leave = () => {
    setGuestChatId(undefined);
    focusComposer();
  };
  const keep = async () => {
    setPhase('keeping');
    try {
      const { chatId } = await claimGuestChat(guestChatId);
      draftStorage.set(chatId, draftStorage.get(guestChatId));
      guestStorage.forget();
      leave();
      if (isOnPage()) await navigate(`/chat/${chatId}`);
    } catch (error) {
      if (!isGone(error)) {
        setPhase('failed');
        return;
      }
      guestStorage.forget();
      leave();
    }
  };
  const decline = () => {
    guestStorage.decline(guestChatId);
    leave();
  };
  const isKeeping = phase === 'keeping';
  return (
    <section className={styles.offer} aria-label={claimCopy.label}>
      <p role="status">{claimCopy.question}</p>
      {phase === 'failed' && (
        <p role="alert" className={styles.failed}>
          {claimCopy.failed}
        </p>
      )}
      <div className={styles.answers}>
        <Button kind="primary" aria-disabled={isKeeping} onClick={() => !isKeeping && void keep()}>
          {isKeeping ? claimCopy.keeping : claimCopy.keep}
        </Button>
        <Button aria-disabled={isKeeping} onClick={() => !isKeeping && decline()}>
          {claimCopy.notNow}
        </Button>
      </div>
    </section>
  );
}

const isGone = (error: unknown): boolean => error instanceof AppError && error.code === 'chat_not_found';
