import { useEffect, useRef, useState } from 'react';
import { LineIcon } from '../../../components/icon.tsx';
import { useProductName } from '../../../components/product-name.ts';
import { pdfCopy } from './copy.ts';
import { ExportFailure, exportChat, type Progress } from './export-chat.ts';
import { fileName } from './file-name.ts';
import { PdfPanel } from './pdf-panel.tsx';
import './pdf.css';

const ICON = 'M12 4v11M7 10.500l5 5 5-5M5 20h14';
/** Until then the browser has taken the file over. */
const FILE_LIFE_MS = 60_000;

interface PdfButtonProps {
  readonly chatId: string;
  readonly title: string;
}

/** State of the export on screen. */
export type ExportState =
  | { readonly status: 'idle' | 'done' | 'cancelled' }
  | { readonly status: 'running'; readonly progress: Progress }
  | { readonly status: 'failed'; readonly message: string };

/** Downloads the open chat as a PDF; while it is made, shows how far it is and lets it be cancelled. */
export function PdfButton({ chatId, title }: PdfButtonProps) {
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
      const file = await exportChat({ chatId, title, productName, signal, onProgress });
      download(file, fileName(title, new Date()));
      setState({ status: 'done' });
    } catch (error) {
      setState(signal.aborted ? { status: 'cancelled' } : { status: 'failed', message: messageOf(error) });
    } finally {
      running.current = undefined;
    }
  };
  /** The panel goes, and the focus with it. */
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
    <div className="pdf">
      <button
        ref={button}
        type="button"
        className="icon-button"
        aria-label={pdfCopy.download}
        title={pdfCopy.title}
        aria-disabled={state.status === 'running'}
        onClick={() => void start()}
      >
        <LineIcon name="download" path={ICON} size={20} />
      </button>
      <PdfPanel state={state} onCancel={cancel} onDismiss={dismiss} />
    </div>
  );
}

function messageOf(error: unknown): string {
  if (error instanceof ExportFailure) return error.message;
  console.warn('The PDF could not be made', error);
  return pdfCopy.failed;
}

function download(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), FILE_LIFE_MS);
}
