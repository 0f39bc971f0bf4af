import { type FormEvent, type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { CHAT_NAME_MAX_LENGTH } from '#contract/limits';
import { isComposing } from '../../../lib/is-composing.ts';
import { actionsCopy } from '../dialogs/chat-actions-copy.ts';
import styles from './chat-name-field.module.css';

interface ChatNameFieldProps {
  readonly name: string;
  readonly onRename: (name: string) => void;
  /** `byKey` is true after Enter or Escape. Only then does the caller move the focus. */
  readonly onEnd: (byKey: boolean) => void;
}

/** Field that renames a chat. Enter or leaving the field saves the name, unless it is blank. Escape cancels. */
export function ChatNameField({ name, onRename, onEnd }: ChatNameFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const noteId = useId();
  const [isBlank, setBlank] = useState(false);
  const ended = useRef(false);
  // Name when the field was opened. Another device may rename the chat while the field is open. If the user edits
  // nothing, the field saves nothing, and the chat keeps the other device's name.
  const [oldName] = useState(name);
  useLayoutEffect(() => input.current?.select(), []);
  const end = (newName: string, byKey: boolean) => {
    if (ended.current) return;
    ended.current = true;
    if (newName !== '' && newName !== oldName) onRename(newName);
    onEnd(byKey);
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    const newName = input.current?.value.trim() ?? '';
    if (newName === '') setBlank(true);
    else end(newName, true);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isComposing(event.nativeEvent)) return;
    event.preventDefault();
    end(oldName, true);
  };
  return (
    <form className={styles.rename} onSubmit={save}>
      <input
        ref={input}
        dir="auto"
        autoComplete="off"
        enterKeyHint="done"
        maxLength={CHAT_NAME_MAX_LENGTH}
        defaultValue={oldName}
        aria-label={actionsCopy.rename.label}
        aria-invalid={isBlank}
        aria-describedby={isBlank ? noteId : undefined}
        onChange={() => setBlank(false)}
        onKeyDown={onKeyDown}
        onBlur={(event) => end(event.currentTarget.value.trim(), false)}
      />
      {isBlank && (
        <p id={noteId} role="alert">
          {actionsCopy.rename.blank}
        </p>
      )}
    </form>
  );
}
