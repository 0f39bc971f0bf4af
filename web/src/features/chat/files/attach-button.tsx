import { type ChangeEvent, useRef } from 'react';
import { LineIcon } from '../../../components/line-icon.tsx';
import styles from './attach-and-drop.module.css';
import { addFiles } from './draft-file-actions.ts';
import { fileDraftCopy } from './early-files-copy.ts';
import { ACCEPT } from './offered-extensions.ts';
import type { FileDraft } from './state/draft-files.ts';

const CLIP =
  'M19.500 11.500 12 19a4.700 4.700 0 0 1-6.700-6.700l7.800-7.800a3.100 3.100 0 0 1 4.400 4.400l-7.700 7.700a1.500 1.500 0 0 1-2.200-2.200l7-7';

/** Button that opens the browser's file dialog. */
export function AttachButton({ files }: { readonly files: FileDraft }) {
  const input = useRef<HTMLInputElement>(null);
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    void addFiles(files, [...(target.files ?? [])]);
    // Without this, choosing the same file again would cause no change event.
    target.value = '';
  };
  return (
    <>
      <button
        type="button"
        className={styles.attach}
        aria-label={fileDraftCopy.add}
        title={fileDraftCopy.add}
        onClick={() => input.current?.click()}
      >
        <LineIcon name="clip" path={CLIP} />
      </button>
      <input ref={input} type="file" multiple hidden accept={ACCEPT} data-files onChange={onChange} />
    </>
  );
}
