import { type KeyboardEvent, type SyntheticEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { OnDemand } from '../../../components/load-on-demand-or-when-idle.tsx';
import { draftStorage } from '../../../lib/draft-storage.ts';
import { isComposing } from '../../../lib/is-composing.ts';
import { loadFileViews } from '../files/load-file-components-chunk.ts';
import type { Conversation } from '../state/conversation/conversation.ts';
import type { ViewMessage } from '../state/turns/shown-message.ts';
import { focusComposer } from './composer.tsx';
import { messageCopy } from './conversation-and-markdown-copy.ts';
import styles from './message-view.module.css';
import { useGrowingTextarea } from './use-growing-textarea.ts';

interface MessageEditorProps {
  readonly message: ViewMessage;
  readonly conversation: Conversation;
  /** True while the message cannot be sent, for example while a reply is pending. */
  readonly isLocked: boolean;
  readonly onEnd: () => void;
}

/**
 * Editor in the place of a user's message. A changed text stays as a draft for the next edit of the message. Files can
 * be taken out of an unsent message only.
 */
export function MessageEditor({ message, conversation, isLocked, onEnd }: MessageEditorProps) {
  const draftKey = `${conversation.chatId}:${message.index ?? message.key}`;
  const [text, setText] = useState(() => draftStorage.get(draftKey) || message.content);
  const [problem, setProblem] = useState<string>();
  const [without, setWithout] = useState<readonly string[]>([]);
  const isUnsent = message.status === 'unsent';
  const files = (message.files ?? []).filter(
    ({ fileId, isRemoved }) => !isRemoved && !without.includes(fileId),
  );
  const field = useRef<HTMLTextAreaElement>(null);
  const hintId = useId();
  useGrowingTextarea(field, text);
  useFocusAtEnd(field);
  useLayoutEffect(() => {
    conversation.noteEdit(message.index);
    return () => conversation.noteEdit(undefined);
  }, [conversation, message.index]);
  const change = (next: string) => {
    setText(next);
    setProblem(undefined);
    draftStorage.set(draftKey, next === message.content ? '' : next);
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (isLocked) return;
    const { sent, problem: found } = isUnsent
      ? conversation.actions.retry(message.key, { text, without })
      : conversation.actions.edit(message.index ?? -1, text);
    setProblem(found);
    if (!sent) return;
    draftStorage.set(draftKey, '');
    onEnd();
    focusComposer();
  };
  const takeOut = (fileId: string) => {
    setWithout([...without, fileId]);
    field.current?.focus();
  };
  const cancel = () => {
    const article = field.current?.closest<HTMLElement>('article');
    onEnd();
    article?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'Enter' && !event.shiftKey) submit(event);
    if (event.key !== 'Escape') return;
    event.preventDefault();
    cancel();
  };
  return (
    <form className={styles.editor} onSubmit={submit}>
      {files.length > 0 && (
        <OnDemand load={loadFileViews}>
          {({ MessageEditorFiles }) => (
            <MessageEditorFiles files={files} onRemove={isUnsent ? takeOut : undefined} />
          )}
        </OnDemand>
      )}
      <textarea
        ref={field}
        rows={1}
        dir="auto"
        enterKeyHint="send"
        aria-label={messageCopy.editLabel}
        aria-describedby={problem === undefined ? undefined : hintId}
        value={text}
        onChange={(event) => change(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {problem !== undefined && (
        <p id={hintId} role="alert">
          {problem}
        </p>
      )}
      <div className={styles.editorButtons}>
        <Button kind="plain" onClick={cancel}>
          {messageCopy.cancel}
        </Button>
        <Button
          type="submit"
          kind="primary"
          disabled={isLocked || (text.trim() === '' && files.length === 0)}
        >
          {messageCopy.editSend}
        </Button>
      </div>
    </form>
  );
}

function useFocusAtEnd(field: React.RefObject<HTMLTextAreaElement | null>): void {
  useLayoutEffect(() => {
    const element = field.current;
    element?.focus();
    element?.setSelectionRange(element.value.length, element.value.length);
  }, [field]);
}
