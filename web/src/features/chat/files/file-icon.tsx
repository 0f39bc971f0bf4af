import type { FileKind } from '#contract/entities';
import { LineIcon } from '../../../components/line-icon.tsx';
import styles from './draft-and-project-files.module.css';
import { extensionOf } from './file-kind-and-acceptance.ts';

const PAGE = 'M7 3h7l4 4v14H7zM14 3v4h4';
const PICTURE = 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.500 9.500h.01';

/** Largest number of characters of an extension that fits into the icon. */
const LONGEST = 4;

/** Icon beside a file's name. A document shows its extension if that fits. */
export function FileIcon({ name, kind }: { readonly name: string; readonly kind: FileKind }) {
  const extension = extensionOf(name);
  return (
    <span className={styles.icon} aria-hidden="true">
      {kind === 'document' && extension !== '' && extension.length <= LONGEST ? (
        extension.toUpperCase()
      ) : (
        <LineIcon name={kind} path={kind === 'image' ? PICTURE : PAGE} />
      )}
    </span>
  );
}
