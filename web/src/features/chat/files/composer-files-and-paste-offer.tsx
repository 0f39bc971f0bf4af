import { useEffect } from 'react';
import { useStore } from '../../../lib/observable-store.ts';
import { focusComposer } from '../conversation/composer.tsx';
import styles from './draft-and-project-files.module.css';
import { addFiles } from './draft-file-actions.ts';
import { FileChips } from './draft-file-chips.tsx';
import { PasteOffer } from './paste-offer.tsx';
import { forgetPastedText, keepPastedText } from './pasted-text-storage.ts';
import { type FileDraft, hasContent } from './state/draft-files.ts';

interface ComposerFilesProps {
  readonly draft: FileDraft;
  /** Long text that was pasted and is still in the input; '' if there is none. */
  readonly pasted: string;
  readonly onEdit: (edit: (text: string) => string) => void;
  readonly onDismiss: () => void;
}

/**
 * Latest `onEdit` of each draft. While the file made of the pasted text is checked, the user can leave the chat and
 * return, which mounts another input. The pasted text must be removed from that input.
 */
const latestEdits = new WeakMap<FileDraft, ComposerFilesProps['onEdit']>();

/** Part of the message input above the text: the added files, and the offer to make a file of a pasted text. */
export function ComposerFiles({ draft, pasted, onEdit, onDismiss }: ComposerFilesProps) {
  const state = useStore(draft.state);
  useEffect(() => {
    latestEdits.set(draft, onEdit);
  });
  useEffect(() => {
    for (const { fileId, phase } of state.files) if (phase === 'ready') forgetPastedText(fileId);
  }, [state.files]);
  // If the file is refused, the pasted text has to stay in the input, because nothing else holds the text.
  const accept = async (file: File) => {
    focusComposer();
    // `pasted` of this render stays the text of the file, even if the user pastes another text meanwhile.
    if (!(await addFiles(draft, [file]))) return;
    const added = draft.state.get().files.findLast(({ name }) => name === file.name);
    if (added) keepPastedText(added.fileId, pasted);
    latestEdits.get(draft)?.((text) => text.replace(pasted, () => ''));
  };
  return (
    <div className={styles.tray}>
      {hasContent(state) && (
        <FileChips
          draft={draft}
          onPutBack={(text) => onEdit((typed) => typed.replace(/\S$/, '$&\n') + text)}
        />
      )}
      {pasted !== '' && !state.isChecking && (
        <PasteOffer text={pasted} onAccept={(file) => void accept(file)} onDismiss={onDismiss} />
      )}
    </div>
  );
}
