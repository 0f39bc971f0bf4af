import type { FileInfo } from '#contract/entities';
import { Button } from '../../../components/button.tsx';
import { commonCopy } from '../../../lib/common-and-sign-in-copy.ts';
import { FileIcon } from './file-icon.tsx';
import styles from './message-files.module.css';
import { messageFilesCopy } from './message-files-copy.ts';
import { usePicture } from './use-picture.ts';

const CAPTION_MAX_LENGTH = 120;

export const altOf = ({ name }: FileInfo, caption: string): string =>
  messageFilesCopy.alt(name, caption.slice(0, CAPTION_MAX_LENGTH).toWellFormed());

interface PictureTileProps {
  readonly file: FileInfo;
  readonly caption: string;
  readonly onOpen: () => void;
}

/**
 * A picture of a message. The tile has the picture's aspect ratio before the picture is loaded, so that the messages do
 * not move when the picture appears.
 */
export function PictureTile({ file, caption, onOpen }: PictureTileProps) {
  const { fileId, name, width = 4, height = 3 } = file;
  const { shown, retry, ...handlers } = usePicture(fileId);
  const style = { aspectRatio: `${width} / ${height}` };
  if (shown.phase === 'gone' || shown.phase === 'failed')
    return (
      <span className={styles.missing} style={style}>
        <FileIcon name={name} kind="image" />
        <bdi className={styles.name}>{name}</bdi>
        <span className={styles.detail}>
          {shown.phase === 'gone' ? messageFilesCopy.gone : messageFilesCopy.failed}
        </span>
        {shown.phase === 'failed' && (
          <Button isSmall onClick={retry}>
            {commonCopy.retry}
            <span className="visually-hidden"> {name}</span>
          </Button>
        )}
      </span>
    );
  return (
    <button
      type="button"
      className={styles.tile}
      style={style}
      aria-label={messageFilesCopy.enlarge(altOf(file, caption))}
      aria-haspopup="dialog"
      onClick={onOpen}
    >
      {shown.phase === 'ready' && <img src={shown.address} alt="" decoding="async" {...handlers} />}
    </button>
  );
}
