import { type KeyboardEvent, type TouchEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { FileInfo } from '#contract/entities';
import { Button, IconButton } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { Icon } from '../../../components/icon.tsx';
import { LineIcon } from '../../../components/line-icon.tsx';
import { commonCopy } from '../../../lib/common-and-sign-in-copy.ts';
import { useStore } from '../../../lib/observable-store.ts';
import type { Conversation } from '../state/conversation/conversation.ts';
import { downloadFile } from './download-file.ts';
import { messageFilesCopy } from './message-files-copy.ts';
import { altOf } from './picture-tile.tsx';
import styles from './picture-viewer.module.css';
import { usePicture } from './use-picture.ts';

const PREVIOUS = 'M15 5l-7 7 7 7';
const NEXT = 'M9 5l7 7-7 7';
const DOWNLOAD = 'M12 4v11M7 11l5 5 5-5M5 20h14';
const SWIPE_PX = 50;
/** Browsers report a scale slightly above 1 after zooming in and out again. */
const ZOOMED = 1.01;

interface Picture {
  readonly file: FileInfo;
  readonly caption: string;
}

interface PictureViewerProps {
  readonly conversation: Conversation;
  readonly first: string;
  readonly onClose: () => void;
}

/** Dialog that shows the pictures of a chat's loaded messages, one at a time. */
export function PictureViewer({ conversation, first, onClose }: PictureViewerProps) {
  const { messages } = useStore(conversation.state);
  const [fileId, setFileId] = useState(first);
  const pictures: readonly Picture[] = messages.flatMap(({ files = [], content }) =>
    files
      .filter(({ kind, isRemoved }) => kind === 'image' && !isRemoved)
      .map((file) => ({ file, caption: content })),
  );
  const at = pictures.findIndex(({ file }) => file.fileId === fileId);
  const picture = pictures[at];
  const turn = (by: 1 | -1) => {
    const next = pictures[at + by];
    if (next) setFileId(next.file.fileId);
  };
  const swipe = useSwipe(turn);
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === -1 || by === 1) turn(by);
  };
  // Another device may remove the shown picture. The dialog then disappears, and `onClose` makes the caller forget the
  // picture that the user clicked to open the dialog. The user may have turned to another picture since, so the clicked
  // picture may still exist. If the caller kept its id, a second click on it would not open the dialog again.
  const isRemoved = picture === undefined;
  useEffect(() => {
    if (isRemoved) onClose();
  }, [isRemoved, onClose]);
  if (isRemoved) return null;
  const { viewer } = messageFilesCopy;
  return (
    <Dialog label={viewer.label} className={styles.viewer} onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside change the picture, too */}
      <div className={styles.frame} onKeyDown={onKeyDown} {...swipe}>
        <Toolbar picture={picture} at={at} of={pictures.length} onClose={onClose} />
        <LargePicture key={fileId} {...picture} />
        <IconButton
          className={styles.previous}
          aria-label={viewer.previous}
          aria-disabled={at === 0}
          onClick={() => turn(-1)}
        >
          <LineIcon name="previous" path={PREVIOUS} />
        </IconButton>
        <IconButton
          className={styles.next}
          aria-label={viewer.next}
          aria-disabled={at === pictures.length - 1}
          onClick={() => turn(1)}
        >
          <LineIcon name="next" path={NEXT} />
        </IconButton>
      </div>
    </Dialog>
  );
}

interface ToolbarProps {
  readonly picture: Picture;
  readonly at: number;
  readonly of: number;
  readonly onClose: () => void;
}

function Toolbar({ picture: { file }, at, of, onClose }: ToolbarProps) {
  // The toolbar stays mounted for the next picture, which must not show the problem of the previous one.
  const [problem, setProblem] = useState<{ readonly fileId: string; readonly text: string }>();
  const close = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => close.current?.focus(), []);
  const { viewer } = messageFilesCopy;
  const fail = (text: string) => setProblem({ fileId: file.fileId, text });
  const download = () =>
    downloadFile(file).then(
      (isThere) => (isThere ? setProblem(undefined) : fail(messageFilesCopy.gone)),
      () => fail(messageFilesCopy.downloadFailed),
    );
  const place = of > 1 ? viewer.place(at + 1, of) : '';
  return (
    <div className={styles.toolbar}>
      <bdi className={styles.name} title={file.name}>
        {file.name}
      </bdi>
      <span role="status" className={styles.place}>
        {problem?.fileId === file.fileId ? problem.text : place}
      </span>
      <IconButton aria-label={viewer.download} title={viewer.download} onClick={() => void download()}>
        <LineIcon name="download" path={DOWNLOAD} />
      </IconButton>
      <IconButton ref={close} aria-label={viewer.close} title={viewer.close} onClick={onClose}>
        <Icon name="close" />
      </IconButton>
    </div>
  );
}

function LargePicture({ file, caption }: Picture) {
  const { shown, retry, ...handlers } = usePicture(file.fileId);
  if (shown.phase === 'ready')
    return <img className={styles.picture} src={shown.address} alt={altOf(file, caption)} {...handlers} />;
  if (shown.phase === 'loading')
    return <div className="spinner" role="status" aria-label={messageFilesCopy.loading(file.name)} />;
  return (
    <div className={styles.problem}>
      <p role="alert">{shown.phase === 'gone' ? messageFilesCopy.gone : messageFilesCopy.failed}</p>
      {shown.phase === 'failed' && <Button onClick={retry}>{commonCopy.retry}</Button>}
    </div>
  );
}

function useSwipe(turn: (by: 1 | -1) => void) {
  const start = useRef<{ readonly x: number; readonly y: number }>(undefined);
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      // Two fingers zoom the page, and one finger scrolls a zoomed page. Neither movement is a swipe.
      const isZoomed = (window.visualViewport?.scale ?? 1) > ZOOMED;
      const finger = touches.length === 1 && !isZoomed ? touches[0] : undefined;
      start.current = finger && { x: finger.clientX, y: finger.clientY };
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const [from, finger] = [start.current, changedTouches[0]];
      start.current = undefined;
      if (!from || !finger) return;
      const [right, down] = [finger.clientX - from.x, finger.clientY - from.y];
      if (Math.abs(right) > Math.max(SWIPE_PX, Math.abs(down))) turn(right < 0 ? 1 : -1);
    },
  };
}
