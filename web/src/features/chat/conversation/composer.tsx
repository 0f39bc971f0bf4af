import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { classNames } from '../../../components/class-names.ts';
import { Icon } from '../../../components/icon.tsx';
import { isMobile } from '../../../lib/sidebar.ts';
import { drafts, NEW_CHAT } from '../../../lib/storage.ts';
import { chatCopy } from '../copy.ts';
import type { Conversation } from '../state/conversation/conversation.ts';
import type { ConversationState } from '../state/conversation/conversation-state.ts';
import styles from './composer.module.css';

interface ComposerProps {
  readonly conversation: Conversation;
  readonly state: ConversationState;
  readonly placeholder: string;
  /** A chat is being created: nothing can be sent, and what is typed is for that chat. */
  readonly isCreating?: boolean;
  /** Below the input. */
  readonly children?: ReactNode;
}

/**
 * The input (docs/spec.md 2.5). What is typed is kept as the chat's draft until it is sent. Mounted again (by its `key`) when
 * `isCreating` changes: it is then another chat's.
 */
export function Composer({ conversation, state, placeholder, isCreating = false, children }: ComposerProps) {
  const draftKey = isCreating ? NEW_CHAT : conversation.chatId;
  const [text, setText] = useState(() => drafts.get(draftKey));
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);
  useGrowing(field, text);
  useEffect(() => {
    const element = field.current;
    // A phone's keyboard would cover what the person came to read.
    if (!element || isMobile()) return;
    element.focus({ preventScroll: true });
    element.setSelectionRange(element.value.length, element.value.length);
  }, []);

  const change = (next: string) => {
    setText(next);
    setProblem(undefined);
    drafts.set(draftKey, next);
  };
  const blocked = text.trim() === '' || isCreating || state.pending || state.phase !== 'ready';
  const submit = (event?: SyntheticEvent) => {
    event?.preventDefault();
    if (blocked) return;
    const { sent, problem: found } = conversation.actions.send(text);
    if (sent) change('');
    else setProblem(found);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };
  const copy = chatCopy.conversation;
  const size = conversation.actions.sizeOf(text);
  return (
    <form className={styles.composer} data-tour="input" onSubmit={submit}>
      <textarea
        ref={field}
        rows={1}
        dir="auto"
        enterKeyHint="send"
        aria-label={copy.inputLabel}
        aria-describedby="composer-hint"
        placeholder={placeholder}
        value={text}
        onChange={(event) => change(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {state.pending ? (
        <button
          type="button"
          className={styles.button}
          aria-label={copy.stop}
          aria-disabled={state.stopping}
          onClick={() => void conversation.actions.stop()}
        >
          <Icon name="stop" />
        </button>
      ) : (
        <button type="submit" className={styles.button} aria-label={copy.send} disabled={blocked}>
          <Icon name="send" />
        </button>
      )}
      <div className={styles.foot}>
        {children}
        <p
          id="composer-hint"
          className={size?.isOver ? classNames(styles.hint, styles.over) : styles.hint}
          role={problem ? 'alert' : undefined}
        >
          {problem ?? size?.words}
        </p>
      </div>
    </form>
  );
}

/** Moves the focus to the input, where there is one. */
export const focusComposer = (): void =>
  document.querySelector<HTMLElement>('[data-tour="input"] textarea')?.focus();

const MAX_HEIGHT = 240;

/** The field is as high as its text, up to a limit. */
export function useGrowing(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useLayoutEffect(() => {
    const element = field.current;
    if (!element) return;
    element.style.height = 'auto';
    element.style.height = `${Math.min(element.scrollHeight, MAX_HEIGHT)}px`;
  }, [text]);
}
