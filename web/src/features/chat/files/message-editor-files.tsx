import type { FileInfo } from '#contract/entities';
import { IconButton } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { formatBytes } from '../../../lib/format-bytes.ts';
import { fileCopy } from './adding-files-copy.ts';
import styles from './draft-and-project-files.module.css';
import { FileIcon } from './file-icon.tsx';
import { FileName } from './file-name.tsx';

interface MessageEditorFilesProps {
  readonly files: readonly FileInfo[];
  /** Takes a file out of the message. @default no file can be taken out */
  readonly onRemove?: ((fileId: string) => void) | undefined;
}

/** Files of a message while its text is edited. */
export function MessageEditorFiles({ files, onRemove }: MessageEditorFilesProps) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari drops the role of a list without markers
    <ul role="list" className={styles.chips} aria-label={fileCopy.sentLabel}>
      {files.map(({ fileId, name, kind, bytes }) => (
        <li key={fileId} className={styles.chip}>
          <FileIcon name={name} kind={kind} />
          <div className={styles.about}>
            <FileName className={styles.name} name={name} />
            <span className={styles.detail}>{formatBytes(bytes)}</span>
          </div>
          {onRemove && (
            <IconButton
              className={styles.remove}
              aria-label={fileCopy.remove(name)}
              onClick={() => onRemove(fileId)}
            >
              <Icon name="close" size={16} />
            </IconButton>
          )}
        </li>
      ))}
    </ul>
  );
}
