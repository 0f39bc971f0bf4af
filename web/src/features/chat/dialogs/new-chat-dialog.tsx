import { type SyntheticEvent, useId } from 'react';
import { CHAT_NAME_MAX_LENGTH } from '#contract/limits';
import { Button } from '../../../components/button.tsx';
import { Callout } from '../../../components/callout.tsx';
import { Dialog, DialogBody } from '../../../components/dialog.tsx';
import { Field } from '../../../components/text-fields-and-switch.tsx';
import { useIsMounted } from '../../../components/use-is-mounted.ts';
import { isMobile } from '../../../lib/mobile-layout.ts';
import { useStore } from '../../../lib/observable-store.ts';
import { focusComposer } from '../conversation/composer.tsx';
import type { ChatController } from '../state/chats/chat-screen-controller.ts';
import { actionsCopy } from './chat-actions-copy.ts';

interface AddChatDialogProps {
  readonly controller: ChatController;
  /** Resolves with true if the chat was created. */
  readonly onCreate: (name: string) => Promise<boolean>;
  readonly onClose: () => void;
}

const copy = actionsCopy.add;

/** Dialog that asks for the name of a new chat and creates it (docs/spec.md 2.5). */
export function AddChatDialog({ controller, onCreate, onClose }: AddChatDialogProps) {
  const { creating, error } = useStore(controller.creation);
  const errorId = useId();
  const isMounted = useIsMounted();
  const create = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = new FormData(event.currentTarget).get('name');
    if (!(await onCreate(typeof name === 'string' ? name.trim() : ''))) return;
    if (!isMounted.current) return;
    onClose();
    // Waits until the dialog has closed, because an open modal dialog keeps the focus.
    if (!isMobile()) setTimeout(focusComposer);
  };
  return (
    <Dialog label={copy.title} onClose={onClose}>
      <DialogBody
        title={copy.title}
        onSubmit={(event) => void create(event)}
        actions={
          <>
            <Button onClick={onClose}>{copy.cancel}</Button>
            <Button type="submit" kind="primary" disabled={creating}>
              {creating ? copy.creating : copy.create}
            </Button>
          </>
        }
      >
        <Field
          label={copy.name}
          name="name"
          dir="auto"
          autoComplete="off"
          enterKeyHint="done"
          maxLength={CHAT_NAME_MAX_LENGTH}
          placeholder={copy.defaultName}
          aria-describedby={error === undefined ? undefined : errorId}
        />
        {error !== undefined && (
          <Callout id={errorId} kind="error">
            {error}
          </Callout>
        )}
      </DialogBody>
    </Dialog>
  );
}
