import styles from './attach-and-drop.module.css';
import { addFiles } from './draft-file-actions.ts';
import { fileDraftCopy } from './early-files-copy.ts';
import type { FileDraft } from './state/draft-files.ts';
import { useIncomingFiles } from './use-incoming-files.ts';

/**
 * Adds to the draft the files that the user drops on the page or pastes. Shows a hint while files are dragged. An
 * edited message keeps its files and takes no others, so files that are meant for it cause a notice.
 */
export function DropArea({ files }: { readonly files: FileDraft }) {
  const isDragging = useIncomingFiles((chosen, isForEdit) => {
    if (isForEdit) files.update({ notices: [fileDraftCopy.edited] });
    else void addFiles(files, chosen);
  });
  return isDragging && <div className={styles.drop}>{fileDraftCopy.drop}</div>;
}
