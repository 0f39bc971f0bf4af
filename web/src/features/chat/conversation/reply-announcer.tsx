import { useEffect, useRef, useState } from 'react';
import { chatCopy } from '../copy.ts';
import type { ConversationState } from '../state/conversation/conversation-state.ts';

/** Announces to screen readers that a reply has started or ended, instead of each chunk of it. */
export function ReplyAnnouncer({ state: { pending, messages } }: { readonly state: ConversationState }) {
  const [words, setWords] = useState('');
  const was = useRef(pending);
  const last = messages.at(-1)?.status;
  useEffect(() => {
    if (pending === was.current) return;
    was.current = pending;
    const { replyBegan, replyEnded, replyFailed } = chatCopy.conversation;
    if (pending) setWords(replyBegan);
    else setWords(last === 'failed' || last === 'unsent' ? replyFailed : replyEnded);
  }, [pending, last]);
  return (
    <div role="status" className="visually-hidden">
      {words}
    </div>
  );
}
