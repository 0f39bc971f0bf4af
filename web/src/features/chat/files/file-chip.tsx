import { useEffect, useRef, useState } from 'react';
import { IconButton } from '../../../components/button.tsx';
import { classNames } from '../../../components/class-names.ts';
import { Icon } from '../../../components/icon.tsx';
import { commonCopy } from '../../../lib/common-copy.ts';
import { formatBytes } from '../../../lib/format-bytes.ts';
import { passFocusToComposer } from '../conversation/composer.tsx';
import { fileCopy } from './copy.ts';
import { FileIcon } from './file-icon.tsx';
import { FileName } from './file-name.tsx';
import styles from './files.module.css';
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

/**
 * Tells screen readers which files were added, have failed or are ready. The progress is left out, because a screen
 * reader would read out each step.
 */
export function FileAnnouncer({ files }: { readonly files: readonly DraftFile[] }) {
  const before = useRef(files);
  const [{ text, nth }, setSaid] = useState({ text: '', nth: 0 });
  useEffect(() => {
    const known = new Map(before.current.map((file) => [file.fileId, file]));
    before.current = files;
    // A new file that is ready at once was stored earlier, for example in a project.
    const added = files.filter(({ fileId, phase }) => !known.has(fileId) && phase !== 'ready').length;
    const failed = files.find(
      ({ fileId, phase }) => phase === 'failed' && known.get(fileId)?.phase !== 'failed',
    );
    const isReady = files.length > 0 && files.every(({ phase }) => phase === 'ready');
    const wasReady = [...known.values()].every(({ phase }) => phase === 'ready');
    const { announce } = fileCopy;
    const say = (next: string) => setSaid((said) => ({ text: next, nth: said.nth + 1 }));
    if (failed) say(announce.failed(failed.name, failed.problem ?? ''));
    else if (isReady && !wasReady) say(announce.ready);
    else if (added > 0) say(announce.added(added));
  }, [files]);
  return (
    <p role="status" className="visually-hidden">
      {/* Another key replaces the element, so that a repeated text is read out again. */}
      <span key={nth}>{text}</span>
    </p>
  );
}
