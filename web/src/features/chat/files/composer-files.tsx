import { useEffect, useRef } from 'react';
import { useStore } from '../../../lib/observable-store.ts';
import { focusComposer } from '../conversation/composer.tsx';
import { addFiles } from './draft-file-actions.ts';
import { FileChips } from './file-chips.tsx';
import styles from './files.module.css';
import { PasteOffer } from './paste-offer.tsx';
import { type FileDraft, hasContent } from './state/draft-files.ts';

interface ComposerFilesProps {
  readonly draft: FileDraft;
  /** Long text that was pasted and is still in the input; '' if there is none. */
  readonly pasted: string;
  /** Called when the pasted text has become a file. The caller then removes the text from the input. */
  readonly onTake: () => void;
  readonly onDismiss: () => void;
}

/** Part of the message input above the text: the added files, and the offer to make a file of a pasted text. */
export function ComposerFiles({ draft, pasted, onTake, onDismiss }: ComposerFilesProps) {
  const state = useStore(draft.state);
  // The user can type while the file is checked. The newest function removes the pasted text from the newest text.
  const take = useRef(onTake);
  useEffect(() => {
    take.current = onTake;
  });
  // A file that is refused is in no list, so its text has to stay in the input.
  const accept = async (file: File) => {
    focusComposer();
    if (await addFiles(draft, [file])) take.current();
  };
  return (
    <div className={styles.tray}>
      {hasContent(state) && <FileChips draft={draft} />}
      {pasted !== '' && !state.isChecking && (
        <PasteOffer text={pasted} onAccept={(file) => void accept(file)} onDismiss={onDismiss} />
      )}
    </div>
  );
}
