import styles from './attach.module.css';
import { addFiles } from './draft-file-actions.ts';
import { fileDraftCopy } from './file-draft-copy.ts';
import type { FileDraft } from './state/draft-files.ts';
import { useIncomingFiles } from './use-incoming-files.ts';

/** Takes files that are dropped anywhere on the page or pasted. Shows where they go while they are dragged. */
export function DropArea({ files }: { readonly files: FileDraft }) {
  const isDragging = useIncomingFiles((chosen) => void addFiles(files, chosen));
  return isDragging && <div className={styles.drop}>{fileDraftCopy.drop}</div>;
}
