import { useRef } from 'react';
import { IconButton } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { useStore } from '../../../lib/observable-store.ts';
import { focusComposer } from '../conversation/composer.tsx';
import { fileCopy } from './adding-files-copy.ts';
import styles from './draft-and-project-files.module.css';
import { removeFile, retryFile } from './draft-file-actions.ts';
import { FileAnnouncer } from './file-announcer.tsx';
import { FileChip } from './file-chip.tsx';
import { pastedTextOf } from './pasted-text-storage.ts';
import type { DraftFile, FileDraft } from './state/draft-files.ts';

interface FileChipsProps {
  readonly draft: FileDraft;
  /** Puts a pasted text back into the input. Called when the user removes the text's file before the file is ready. */
  readonly onPutBack: (text: string) => void;
}

/** Files of the message that is being written, and notices about them. */
export function FileChips({ draft, onPutBack }: FileChipsProps) {
  const { files, notices, isChecking } = useStore(draft.state);
  const list = useRef<HTMLUListElement>(null);
  const remove = (file: DraftFile) => {
    const at = files.indexOf(file);
    const text = file.phase === 'ready' ? '' : pastedTextOf(file.fileId);
    if (text !== '') onPutBack(text);
    void removeFile(draft, file.fileId);
    // The focus was in the removed chip. After the render, the next chip has the removed chip's index.
    requestAnimationFrame(() => {
      const buttons = [...(list.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? [])];
      const next = buttons[at] ?? buttons.at(-1);
      if (next) next.focus();
      else focusComposer();
    });
  };
  return (
    <>
      {notices.length > 0 && (
        <div className={styles.notices} role="alert">
          <div>
            {[...new Set(notices)].map((notice) => (
              <p key={notice}>{notice}</p>
            ))}
          </div>
          <IconButton aria-label={fileCopy.dismiss} onClick={() => draft.update({ notices: [] })}>
            <Icon name="close" size={16} />
          </IconButton>
        </div>
      )}
      {files.length > 0 && (
        // biome-ignore lint/a11y/noRedundantRoles: Safari drops the role of a list without markers
        <ul ref={list} role="list" className={styles.chips} aria-label={fileCopy.listLabel}>
          {files.map((file) => (
            <FileChip
              key={file.fileId}
              file={file}
              onRemove={() => remove(file)}
              onRetry={() => void retryFile(draft, file.fileId)}
            />
          ))}
        </ul>
      )}
      {isChecking && <p className={styles.checking}>{fileCopy.checking}</p>}
      <FileAnnouncer files={files} />
    </>
  );
}
