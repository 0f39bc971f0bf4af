import type { FileInfo } from '#contract/entities';
import { formatBytes } from '../../../lib/format-bytes.ts';
import { fileCopy } from './copy.ts';
import { FileIcon } from './file-icon.tsx';
import styles from './files.module.css';

/** Files that stay with a message while its text is edited. */
export function SentFiles({ files }: { readonly files: readonly FileInfo[] }) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari drops the role of a list without markers
    <ul role="list" className={styles.chips} aria-label={fileCopy.sentLabel}>
      {files.map(({ fileId, name, kind, bytes }) => (
        <li key={fileId} className={styles.chip}>
          <FileIcon name={name} kind={kind} />
          <div className={styles.about}>
            <bdi className={styles.name} title={name}>
              {name}
            </bdi>
            <span className={styles.detail}>{formatBytes(bytes)}</span>
          </div>
        </li>
      ))}
    </ul>
  );
}
