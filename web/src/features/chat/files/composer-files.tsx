import { useStore } from '../../../lib/observable-store.ts';
import { addFiles } from './draft-file-actions.ts';
import { FileChips } from './file-chips.tsx';
import styles from './files.module.css';
import { PasteOffer } from './paste-offer.tsx';
import { type FileDraft, hasContent } from './state/draft-files.ts';

interface ComposerFilesProps {
  readonly draft: FileDraft;
  /** Long text that was pasted and is still in the input; '' if there is none. */
  readonly pasted: string;
  /** Called when the pasted text becomes a file. The caller then removes the text from the input. */
  readonly onTake: () => void;
  readonly onDismiss: () => void;
}

/** Part of the message input above the text: the added files, and the offer to make a file of a pasted text. */
export function ComposerFiles({ draft, pasted, onTake, onDismiss }: ComposerFilesProps) {
  const state = useStore(draft.state);
  const accept = (file: File) => {
    onTake();
    void addFiles(draft, [file]);
  };
  return (
    <div className={styles.tray}>
      {hasContent(state) && <FileChips draft={draft} />}
      {pasted !== '' && <PasteOffer text={pasted} onAccept={accept} onDismiss={onDismiss} />}
    </div>
  );
}
