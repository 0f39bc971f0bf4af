import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { classNames } from '../../../components/class-names.ts';
import { Icon } from '../../../components/icon.tsx';
import { OnDemand } from '../../../components/load-on-demand-or-when-idle.tsx';
import { draftStorage, NEW_CHAT } from '../../../lib/draft-storage.ts';
import { isComposing } from '../../../lib/is-composing.ts';
import { isMobile } from '../../../lib/mobile-layout.ts';
import { useStore } from '../../../lib/observable-store.ts';
import { chatCopy } from '../copy.ts';
import { loadFileViews } from '../files/load-file-components-chunk.ts';
import { type FileDraft, hasContent, NO_FILES, whyNotSendable } from '../files/state/draft-files.ts';
import { loadLazyComponents } from '../load-deferred-components.ts';
import type { Conversation } from '../state/conversation/conversation.ts';
import type { ConversationState } from '../state/conversation/conversation-state.ts';
import styles from './composer.module.css';
import { useGrowingTextarea } from './use-growing-textarea.ts';

interface ComposerProps {
  readonly conversation: Conversation;
  readonly state: ConversationState;
  readonly placeholder: string;
  /** True while a chat is being created. Nothing can be sent then, and the typed text is the new chat's draft. */
  readonly isCreating?: boolean;
  /** False if the user, who may be typing elsewhere, did not ask for this chat. @default true */
  readonly takesFocus?: boolean;
  /** Files of the draft. @default no files can be added */
  readonly files?: FileDraft | undefined;
  readonly children?: ReactNode;
}

/**
 * The message input (docs/spec.md 2.5). The parent changes the `key` when `isCreating` changes, because the draft then
 * belongs to another chat.
 */
export function Composer(props: ComposerProps) {
  const { conversation, state, placeholder, isCreating = false, takesFocus = true, files, children } = props;
  const draftKey = isCreating ? NEW_CHAT : conversation.chatId;
  const [text, setText] = useState(() => draftStorage.get(draftKey));
  const [problem, setProblem] = useState<string>();
  const [pasted, setPasted] = useState('');
  const added = useStore(files?.state ?? NO_FILES);
  const field = useRef<HTMLTextAreaElement>(null);
  useGrowingTextarea(field, text);
  useEffect(() => {
    const element = field.current;
    // On a phone the focus would open the keyboard, which covers the messages.
    if (!element || isMobile() || !takesFocus) return;
    element.focus({ preventScroll: true });
    element.setSelectionRange(element.value.length, element.value.length);
  }, [takesFocus]);
  useLayoutEffect(() => {
    // A button that becomes disabled loses the focus.
    if (field.current?.form?.querySelector(':focus:disabled')) returnToComposer();
  });

  const change = (next: string) => {
    setText(next);
    setProblem(undefined);
    draftStorage.set(draftKey, next);
  };
  const unready = whyNotSendable(added);
  const isEmpty = text.trim() === '' && added.files.length === 0;
  const blocked = isEmpty || unready !== undefined || isCreating || state.pending || state.phase !== 'ready';
  const submit = (event?: SyntheticEvent) => {
    event?.preventDefault();
    if (blocked) return;
    const { sent, problem: found } = conversation.actions.send(text, files?.ready);
    setProblem(found);
    if (!sent) return;
    returnToComposer();
    change('');
    files?.clear();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event.nativeEvent)) return;
    event.preventDefault();
    submit();
  };
  const onPaste = ({ clipboardData }: ClipboardEvent) => {
    // A text area turns \r\n and \r into \n. Without the same change, the pasted text is not found in the draft.
    const inserted = clipboardData.getData('text/plain').replace(/\r\n?/g, '\n');
    if (files && inserted.length > PASTE_OFFER_LENGTH) setPasted(inserted);
  };
  const offer = text.includes(pasted) ? pasted : '';
  const copy = chatCopy.conversation;
  const size = conversation.actions.sizeOf(text, added.files.length);
  return (
    <form
      className={classNames(styles.composer, files && styles.withFiles)}
      data-tour="input"
      onSubmit={submit}
    >
      {files && (hasContent(added) || offer !== '') && (
        <OnDemand load={loadFileViews}>
          {({ ComposerFiles }) => (
            <ComposerFiles
              draft={files}
              pasted={offer}
              onEdit={(edit) => change(edit(text))}
              onDismiss={() => setPasted('')}
            />
          )}
        </OnDemand>
      )}
      {files && (
        <OnDemand load={loadLazyComponents}>{({ AttachButton }) => <AttachButton files={files} />}</OnDemand>
      )}
      {conversation.account && text.startsWith('/') && (
        <OnDemand load={loadLazyComponents}>
          {({ PromptPicker }) => (
            <PromptPicker field={field} text={text} email={conversation.account?.email ?? ''} />
          )}
        </OnDemand>
      )}
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
        onPaste={onPaste}
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
          {problem ?? unready ?? size?.words}
        </p>
      </div>
    </form>
  );
}

/** Length in UTF-16 units. For a longer pasted text, the composer offers to send the text as a file. */
const PASTE_OFFER_LENGTH = 4_000;

/** Moves the focus to the message input, if one is on the page. */
export const focusComposer = (): void =>
  document.querySelector<HTMLElement>('[data-tour="input"] textarea')?.focus();

/** Focuses the message input, but not on a touch screen, where the input would open the keyboard. */
function returnToComposer(): void {
  if (!matchMedia('(pointer: coarse)').matches) focusComposer();
}

/**
 * Ref of a control that may disappear while it has the focus. Moves the focus to the message input, except on a touch
 * screen.
 */
export const passFocusToComposer = (control: HTMLElement | null) => () => {
  if (control?.contains(document.activeElement)) returnToComposer();
};
