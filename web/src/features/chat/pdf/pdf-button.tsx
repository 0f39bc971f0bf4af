import { useEffect, useRef, useState } from 'react';
import { Button, IconButton } from '../../../components/button.tsx';
import { LineIcon } from '../../../components/line-icon.tsx';
import { useProductName } from '../../../components/use-site-config.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { exportFileName } from '../export/export-file-name.ts';
import { pdfCopy } from './copy.ts';
import { ExportFailure, exportChatToPdf, type Progress } from './export-chat-to-pdf.ts';
import styles from './pdf-button.module.css';

const ICON = 'M12 4v11M7 10.500l5 5 5-5M5 20h14';

interface PdfButtonProps {
  readonly chatId: string;
  readonly through: number | undefined;
  readonly title: string;
}

type ExportState =
  | { readonly status: 'idle' | 'done' | 'cancelled' }
  | { readonly status: 'running'; readonly progress: Progress }
  | { readonly status: 'failed'; readonly message: string };

export function PdfButton({ chatId, through, title }: PdfButtonProps) {
  const productName = useProductName() ?? '';
  const [state, setState] = useState<ExportState>({ status: 'idle' });
  const running = useRef<AbortController>(undefined);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => () => running.current?.abort(), []);

  const start = async () => {
    if (running.current) return;
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    const onProgress = (progress: Progress) => {
      if (!signal.aborted) setState({ status: 'running', progress });
    };
    try {
      const file = await exportChatToPdf({ chatId, through, title, productName, signal, onProgress });
      saveFile(file, exportFileName(title, new Date(), 'pdf'));
      setState({ status: 'done' });
    } catch (error) {
      setState(signal.aborted ? { status: 'cancelled' } : { status: 'failed', message: messageOf(error) });
    } finally {
      running.current = undefined;
    }
  };
  /** Keeps the focus, which would be lost when the panel closes. */
  const leave = () => button.current?.focus();
  const cancel = () => {
    running.current?.abort();
    leave();
  };
  const dismiss = () => {
    setState({ status: 'idle' });
    leave();
  };
  return (
    <div className={styles.pdf}>
      <IconButton
        ref={button}
        aria-label={pdfCopy.download}
        title={pdfCopy.title}
        aria-disabled={state.status === 'running'}
        onClick={() => void start()}
      >
        <LineIcon name="download" path={ICON} size={20} />
      </IconButton>
      <PdfPanel state={state} onCancel={cancel} onDismiss={dismiss} />
    </div>
  );
}

function messageOf(error: unknown): string {
  if (error instanceof ExportFailure) return error.message;
  console.warn('The PDF could not be made', error);
  return pdfCopy.failed;
}

interface PdfPanelProps {
  readonly state: ExportState;
  readonly onCancel: () => void;
  readonly onDismiss: () => void;
}

function PdfPanel({ state, onCancel, onDismiss }: PdfPanelProps) {
  const { status } = state;
  return (
    <>
      <span className="visually-hidden" role="status">
        {status === 'done' && pdfCopy.done}
        {status === 'cancelled' && pdfCopy.cancelled}
        {status === 'running' && labelOf(state.progress)}
      </span>
      {status === 'running' && (
        <div className={styles.panel}>
          <Bar progress={state.progress} />
          <Button onClick={onCancel}>{pdfCopy.cancel}</Button>
        </div>
      )}
      {status === 'failed' && (
        <div className={styles.panel}>
          <p role="alert">{state.message}</p>
          <Button onClick={onDismiss}>{pdfCopy.dismiss}</Button>
        </div>
      )}
    </>
  );
}

const labelOf = ({ phase }: Progress): string => pdfCopy[phase];

function Bar({ progress }: { readonly progress: Progress }) {
  const known = progress.phase === 'reading' ? {} : { value: progress.done, max: Math.max(1, progress.of) };
  return (
    <div className={styles.progress}>
      <span aria-hidden="true">{labelOf(progress)}</span>
      <progress aria-label={pdfCopy.progress} {...known} />
    </div>
  );
}
