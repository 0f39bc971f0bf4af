import { useEffect, useState } from 'react';
import type { FileInfo } from '#contract/entities';
import { classNames } from '../../../components/class-names.ts';
import { LineIcon } from '../../../components/line-icon.tsx';
import { OnDemand } from '../../../components/load-on-demand-or-when-idle.tsx';
import { formatBytes } from '../../../lib/format-bytes.ts';
import { getFileAddresses } from '../api/files.ts';
import type { Conversation } from '../state/conversation/conversation.ts';
import type { ViewMessage } from '../state/turns/shown-message.ts';
import { downloadFile } from './download-file.ts';
import { FileIcon } from './file-icon.tsx';
import { FileName } from './file-name.tsx';
import styles from './message-files.module.css';
import { messageFilesCopy } from './message-files-copy.ts';
import { PictureTile } from './picture-tile.tsx';
import { fileAddresses } from './state/file-addresses.ts';

const loadViewer = () => import('./picture-viewer.tsx');

interface MessageFilesProps {
  readonly message: ViewMessage;
  readonly conversation: Conversation;
}

/** Files of a message: pictures as tiles that open the viewer, documents as buttons that download them. */
export function MessageFiles({ message, conversation }: MessageFilesProps) {
  const [viewed, setViewed] = useState<string>();
  const close = () => setViewed(undefined);
  const { files = [] } = message;
  useMissingFiles(message, conversation);
  return (
    <>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the role of a list without markers */}
      <ul role="list" className={styles.files} aria-label={messageFilesCopy.label}>
        {files.map((file) => (
          <li key={file.fileId} className={styles.file}>
            {file.isRemoved ? (
              <FileCard file={file} detail={messageFilesCopy.removed} />
            ) : file.kind === 'image' ? (
              <PictureTile file={file} caption={message.content} onOpen={() => setViewed(file.fileId)} />
            ) : (
              <Document file={file} />
            )}
          </li>
        ))}
      </ul>
      {viewed !== undefined && (
        <OnDemand load={loadViewer} onFailure={close}>
          {({ PictureViewer }) => (
            <PictureViewer key={viewed} conversation={conversation} first={viewed} onClose={close} />
          )}
        </OnDemand>
      )}
    </>
  );
}

/**
 * Marks the missing files of a refused message, so that a retry sends only the files that are left. A file is missing
 * if it was not sent within a week of its upload, or was removed in another tab.
 */
function useMissingFiles({ status, code, files }: ViewMessage, conversation: Conversation): void {
  useEffect(() => {
    if (status !== 'unsent' || code !== 'file_not_found') return;
    let isShown = true;
    const sent = (files ?? []).filter(({ isRemoved }) => !isRemoved).map(({ fileId }) => fileId);
    const mark = async () => {
      const { addresses } = await getFileAddresses(sent);
      const found = new Set(addresses.map(({ fileId }) => fileId));
      for (const fileId of sent) if (isShown && !found.has(fileId)) conversation.actions.fileRemoved(fileId);
    };
    if (sent.length > 0) mark().catch(() => undefined);
    return () => {
      isShown = false;
    };
  }, [status, code, files, conversation]);
}

const DOWNLOAD = 'M12 4v11M7 11l5 5 5-5M5 20h14';

function Document({ file }: { readonly file: FileInfo }) {
  const [problem, setProblem] = useState<string>();
  const [isLoading, setLoading] = useState(false);
  const download = async () => {
    setProblem(undefined);
    setLoading(true);
    try {
      if (!(await downloadFile(file))) fileAddresses.remove(file.fileId);
      if (fileAddresses.of(file.fileId).get().phase === 'gone') setProblem(messageFilesCopy.gone);
    } catch {
      setProblem(messageFilesCopy.downloadFailed);
    }
    setLoading(false);
  };
  return (
    <button
      type="button"
      className={styles.document}
      aria-disabled={isLoading}
      onClick={() => !isLoading && void download()}
    >
      <span className="visually-hidden">{messageFilesCopy.download}</span>
      <FileCard file={file} detail={problem ?? aboutOf(file)} isProblem={problem !== undefined} />
      <LineIcon name="download" path={DOWNLOAD} size={18} />
      {problem !== undefined && (
        <span role="alert" className="visually-hidden">
          {problem}
        </span>
      )}
    </button>
  );
}

/** Matches the media types of workbooks: without macros, and with macros. */
const WORKBOOK = /spreadsheetml|ms-excel/;

/** The `pages` of a workbook are its sheets. */
function aboutOf({ bytes, pages, mediaType }: FileInfo): string {
  if (pages === undefined) return formatBytes(bytes);
  const say = WORKBOOK.test(mediaType) ? messageFilesCopy.sheets : messageFilesCopy.pages;
  return say(pages, formatBytes(bytes));
}

interface FileCardProps {
  readonly file: FileInfo;
  readonly detail: string;
  readonly isProblem?: boolean;
}

function FileCard({ file, detail, isProblem = false }: FileCardProps) {
  return (
    <span className={classNames(styles.card, file.isRemoved && styles.removed)}>
      <FileIcon name={file.name} kind={file.kind} />
      <span className={styles.about}>
        <FileName className={styles.name} name={file.name} />
        <span className={classNames(styles.detail, isProblem && styles.problem)}>{detail}</span>
      </span>
    </span>
  );
}
