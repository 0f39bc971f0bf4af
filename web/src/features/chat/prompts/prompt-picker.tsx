import { type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { SavedPrompt } from '#contract/instructions-and-prompts';
import { Badge } from '../../../components/badge.tsx';
import { Button } from '../../../components/button.tsx';
import { Link } from '../../../components/link.tsx';
import { isComposing } from '../../../lib/is-composing.ts';
import { promptsCopy as copy } from './copy.ts';
import { matchingPrompts } from './matching-prompts.ts';
import styles from './prompt-picker.module.css';
import { tabThroughPlaceholders } from './tab-through-placeholders.ts';
import { useSavedPrompts } from './use-saved-prompts.ts';

interface PromptPickerProps {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly text: string;
  readonly email: string;
}

/**
 * List of saved prompts, shown while the text of the message input begins with a slash. The text after the slash
 * filters the list. After Escape, the list stays closed until the text no longer begins with a slash.
 */
export function PromptPicker({ field, text, email }: PromptPickerProps) {
  const [isClosed, setClosed] = useState(false);
  if (isClosed) return null;
  return <OpenPicker field={field} text={text} email={email} onClose={() => setClosed(true)} />;
}

const isChoice = ({ key, shiftKey }: KeyboardEvent): boolean =>
  (key === 'Enter' || key === 'Tab') && !shiftKey;

function OpenPicker({ field, text, email, onClose }: PromptPickerProps & { readonly onClose: () => void }) {
  const { prompts, hasFailed, reload } = useSavedPrompts(email);
  const query = text.slice(1);
  const found = prompts ? matchingPrompts(prompts, query) : [];
  const [active, setActive] = useState(0);
  const at = Math.min(active, found.length - 1);
  const id = useId();
  // If there are prompts, but none matches a text with white space, the text is a message, such as `/tmp is full`.
  // The picker is then hidden and handles no keys.
  const isMessage = prompts !== undefined && prompts.length > 0 && found.length === 0 && /\s/.test(query);
  const insert = ({ text: inserted }: SavedPrompt) => field.current && replaceText(field.current, inserted);
  const onKey = (event: KeyboardEvent): boolean => {
    // During a composition, the input method uses the keys, also Escape.
    if (isMessage || isComposing(event)) return false;
    if (event.key === 'Escape') onClose();
    // Until the prompts are loaded, Enter must not send a text that may be the start of a prompt's name.
    else if (found.length === 0) return prompts === undefined && !hasFailed && isChoice(event);
    else if (isChoice(event)) {
      const chosen = found[at];
      if (chosen) insert(chosen);
    } else {
      const to = { ArrowDown: at + 1, ArrowUp: at - 1 }[event.key];
      if (to === undefined) return false;
      setActive((to + found.length) % found.length);
    }
    return true;
  };
  useKeys(field, onKey);
  useDescription(field, {
    listId: isMessage ? undefined : `${id}-list`,
    activeId: found.length > 0 ? `${id}-${at}` : undefined,
  });
  if (isMessage) return null;
  return (
    <div className={styles.picker}>
      <div className={styles.panel}>
        <span className="visually-hidden" role="status">
          {prompts && copy.count(found.length)}
        </span>
        <div id={`${id}-list`} role="listbox" aria-label={copy.list} className={styles.list}>
          {found.map((prompt, n) => (
            <Option
              key={prompt.promptId}
              id={`${id}-${n}`}
              prompt={prompt}
              isActive={n === at}
              onPick={() => insert(prompt)}
            />
          ))}
        </div>
        {!prompts && !hasFailed && <p className={styles.note}>{copy.loading}</p>}
        {!prompts && hasFailed && (
          <p className={styles.note} role="alert">
            {copy.failed}{' '}
            <Button isSmall onClick={reload}>
              {copy.retry}
            </Button>
          </p>
        )}
        {prompts && found.length === 0 && (
          <p className={styles.note}>{prompts.length === 0 ? copy.none : copy.noMatch}</p>
        )}
        <Link className={styles.manage} to="/personalize">
          {copy.manage}
        </Link>
      </div>
    </div>
  );
}

interface OptionProps {
  readonly id: string;
  readonly prompt: SavedPrompt;
  readonly isActive: boolean;
  readonly onPick: () => void;
}

function Option({ id, prompt: { name, text, isShared }, isActive, onPick }: OptionProps) {
  const option = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (isActive) option.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input
    // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys
    <div
      ref={option}
      id={id}
      role="option"
      aria-selected={isActive}
      className={styles.option}
      // Without this, a press would move the focus out of the input.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onPick}
    >
      <span className={styles.name} dir="auto">
        {name}
      </span>
      {isShared && <Badge>{copy.shared}</Badge>}
      <span className={styles.text} dir="auto">
        {text}
      </span>
    </div>
  );
}

/** Calls `onKey` before the message input handles a key. `onKey` returns true for a key that it has handled. */
function useKeys(
  field: RefObject<HTMLTextAreaElement | null>,
  onKey: (event: KeyboardEvent) => boolean,
): void {
  const handler = useRef(onKey);
  useLayoutEffect(() => {
    handler.current = onKey;
  });
  useEffect(() => {
    const element = field.current;
    const onKeyDown = (event: KeyboardEvent) => {
      if (!handler.current(event)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    element?.addEventListener('keydown', onKeyDown);
    return () => element?.removeEventListener('keydown', onKeyDown);
  }, [field]);
}

function useDescription(
  field: RefObject<HTMLTextAreaElement | null>,
  { listId, activeId }: { readonly listId: string | undefined; readonly activeId: string | undefined },
): void {
  useEffect(() => {
    const element = field.current;
    if (!element || listId === undefined) return;
    element.setAttribute('aria-autocomplete', 'list');
    element.setAttribute('aria-controls', listId);
    if (activeId !== undefined) element.setAttribute('aria-activedescendant', activeId);
    return () => {
      for (const name of ['aria-autocomplete', 'aria-controls', 'aria-activedescendant'])
        element.removeAttribute(name);
    };
  }, [field, listId, activeId]);
}

function replaceText(field: HTMLTextAreaElement, text: string): void {
  field.focus();
  field.select();
  // `execCommand` is deprecated, but no other function changes a text so that Undo can revert the change.
  document.execCommand('insertText', false, text);
  tabThroughPlaceholders(field);
}
