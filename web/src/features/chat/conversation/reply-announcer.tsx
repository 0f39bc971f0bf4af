import { useEffect, useRef, useState } from 'react';
import { useStore } from '../../../lib/observable-store.ts';
import { chatCopy } from '../copy.ts';
import type { ConversationState } from '../state/conversation/conversation-state.ts';
import { NO_THINKING } from '../state/turns/live-thinking.ts';
import { messageCopy } from './conversation-and-markdown-copy.ts';

/** Announces the phases of a reply to screen readers. Announcing each delta would interrupt the user all the time. */
export function ReplyAnnouncer({ state: { pending, messages } }: { readonly state: ConversationState }) {
  const [words, setWords] = useState('');
  const last = messages.at(-1);
  const { status, error, index } = last ?? {};
  const thinking = useStore(last?.thinking?.state ?? NO_THINKING);
  const phase = !pending
    ? 'ended'
    : index === undefined
      ? 'sending'
      : !thinking
        ? 'awaited'
        : thinking.ms === undefined
          ? 'thinking'
          : 'thought';
  const was = useRef(phase);
  useEffect(() => {
    if (phase === was.current) return;
    was.current = phase;
    const { replyBegan, replyEnded, replyFailed, thinkingBegan, thinkingEnded } = chatCopy.conversation;
    // The server sets the index when it accepts the message. Until then, the message may still be refused.
    if (phase === 'sending') setWords('');
    else if (phase === 'awaited') setWords(replyBegan);
    else if (phase === 'thinking') setWords(thinkingBegan);
    else if (phase === 'thought') setWords(thinkingEnded);
    else if (status === 'unsent') setWords(`${messageCopy.unsent}. ${error ?? ''}`);
    else if (status === 'failed') setWords(replyFailed);
    else if (status === 'stopped' || status === 'truncated' || status === 'filtered')
      setWords(messageCopy.status[status]);
    else setWords(replyEnded);
  }, [phase, status, error]);
  return (
    <div role="status" className="visually-hidden">
      {words}
    </div>
  );
}
