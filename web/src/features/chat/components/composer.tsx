import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { MESSAGE_MAX_LENGTH } from '#contract/limits';
import { Icon } from '../../../components/icon.tsx';
import { chatTexts } from '../../../lib/chat-texts.ts';
import { isMobile } from '../../../lib/sidebar.ts';
import { drafts } from '../../../lib/storage.ts';
import type { Conversation } from '../model/conversation.ts';
import type { ConversationState } from '../model/conversation-state.ts';
import { useGrowing } from './use-growing.ts';
import './composer.css';

interface ComposerProps {
  readonly conversation: Conversation;
  readonly state: ConversationState;
  readonly placeholder: string;
  /** A chat is being created: nothing can be sent. */
  readonly isCreating?: boolean;
  /** Below the input. */
  readonly children?: ReactNode;
}

/** The count of characters is shown from here on. */
const COUNT_FROM = MESSAGE_MAX_LENGTH * 0.9;
const number = new Intl.NumberFormat('en');

/** The input (spec 2). What is typed is kept as the chat's draft until the server-bound message is made of it. */
export function Composer({ conversation, state, placeholder, isCreating = false, children }: ComposerProps) {
  const [text, setText] = useState(() => drafts.get(conversation.chatId));
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);
  useGrowing(field, text);
  useEffect(() => {
    // A phone's keyboard would cover what the person came to read.
    if (!isMobile()) field.current?.focus({ preventScroll: true });
  }, []);

  const change = (next: string) => {
    setText(next);
    setProblem(undefined);
    drafts.set(conversation.chatId, next);
  };
  const blocked = text.trim() === '' || isCreating || state.pending || state.phase !== 'ready';
  const submit = (event?: SyntheticEvent) => {
    event?.preventDefault();
    if (blocked) return;
    try {
      const { sent, problem: found } = conversation.send(text);
      if (sent) change('');
      else setProblem(found);
    } catch {
      setProblem(chatTexts.conversation.tooLarge);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };
  const words = chatTexts.conversation;
  return (
    <form className="composer" data-tour="input" onSubmit={submit}>
      <textarea
        ref={field}
        rows={1}
        dir="auto"
        enterKeyHint="send"
        aria-label={words.inputLabel}
        aria-describedby="composer-hint"
        placeholder={placeholder}
        value={text}
        onChange={(event) => change(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {state.pending ? (
        <button
          type="button"
          className="composer-button"
          aria-label={words.stop}
          aria-disabled={state.stopping}
          onClick={() => void conversation.stop()}
        >
          <Icon name="stop" />
        </button>
      ) : (
        <button type="submit" className="composer-button" aria-label={words.send} disabled={blocked}>
          <Icon name="send" />
        </button>
      )}
      <div className="composer-foot">
        {children}
        <p id="composer-hint" className="composer-hint" role={problem ? 'alert' : undefined}>
          {problem ?? (text.length > COUNT_FROM && countOf(text))}
        </p>
      </div>
    </form>
  );
}

const countOf = (text: string): string =>
  `${number.format(text.length)} / ${number.format(MESSAGE_MAX_LENGTH)}`;
