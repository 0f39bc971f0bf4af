import { useEffect, useRef } from 'react';
import { IconButton } from '../../../components/button.tsx';
import { classNames } from '../../../components/class-names.ts';
import { Icon } from '../../../components/icon.tsx';
import { commonCopy } from '../../../lib/common-and-sign-in-copy.ts';
import { formatBytes } from '../../../lib/format-bytes.ts';
import { passFocusToComposer } from '../conversation/composer.tsx';
import { fileCopy } from './adding-files-copy.ts';
import styles from './draft-and-project-files.module.css';
import { FileIcon } from './file-icon.tsx';
import { FileName } from './file-name.tsx';
import type { DraftFile } from './state/draft-files.ts';

interface FileChipProps {
  readonly file: DraftFile;
  readonly onRemove: () => void;
  readonly onRetry: () => void;
}

/** List item for a file of the message input or of a project. */
export function FileChip({ file, onRemove, onRetry }: FileChipProps) {
  const { name, phase, thumbnail, problem, canRetry, share } = file;
  const isOnItsWay = phase !== 'ready' && phase !== 'failed';
  const chip = useRef<HTMLLIElement>(null);
  useEffect(() => {
    // The user must remove or retry a failed file, which may be out of view among many files.
    if (phase === 'failed') chip.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [phase]);
  return (
    <li
      ref={chip}
      className={classNames(styles.chip, phase === 'failed' && styles.failed)}
      data-phase={phase}
    >
      {thumbnail === undefined ? (
        <FileIcon name={name} kind={file.kind} />
      ) : (
        <img className={styles.thumbnail} src={thumbnail} alt="" />
      )}
      <div className={styles.about}>
        <FileName className={styles.name} name={name} />
        <span className={styles.detail}>{problem ?? detailOf(file)}</span>
        {phase === 'uploading' && (
          <progress
            className={styles.progress}
            aria-label={fileCopy.progressOf(name)}
            value={share}
            max={1}
          />
        )}
        {canRetry && (
          <button
            ref={passFocusToComposer}
            type="button"
            className={styles.retry}
            aria-label={fileCopy.retry(name)}
            onClick={onRetry}
          >
            {commonCopy.retry}
          </button>
        )}
      </div>
      <IconButton
        data-remove
        className={styles.remove}
        aria-label={isOnItsWay ? fileCopy.cancel(name) : fileCopy.remove(name)}
        onClick={onRemove}
      >
        <Icon name="close" size={16} />
      </IconButton>
    </li>
  );
}

const percent = new Intl.NumberFormat('en', { style: 'percent' });

function detailOf({ phase, isOffline, share, bytes }: DraftFile): string {
  if (isOffline) return fileCopy.paused;
  if (phase === 'preparing') return fileCopy.preparing;
  if (phase === 'uploading') return fileCopy.progress(percent.format(share));
  return phase === 'registering' ? fileCopy.registering : formatBytes(bytes);
}
