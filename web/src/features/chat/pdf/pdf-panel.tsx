import { pdfCopy } from './copy.ts';
import type { Progress } from './export-chat.ts';
import type { ExportState } from './pdf-button.tsx';

interface PdfPanelProps {
  readonly state: ExportState;
  readonly onCancel: () => void;
  readonly onDismiss: () => void;
}

/** How far the export is, or why it failed. That it is done, the browser's own download shows. */
export function PdfPanel({ state, onCancel, onDismiss }: PdfPanelProps) {
  const { status } = state;
  return (
    <>
      <span className="visually-hidden" role="status">
        {status === 'done' && pdfCopy.done}
        {status === 'cancelled' && pdfCopy.cancelled}
        {status === 'running' && labelOf(state.progress)}
      </span>
      {status === 'running' && (
        <div className="pdf-panel">
          <Bar progress={state.progress} />
          <button type="button" className="button" onClick={onCancel}>
            {pdfCopy.cancel}
          </button>
        </div>
      )}
      {status === 'failed' && (
        <div className="pdf-panel">
          <p role="alert">{state.message}</p>
          <button type="button" className="button" onClick={onDismiss}>
            {pdfCopy.dismiss}
          </button>
        </div>
      )}
    </>
  );
}

const labelOf = ({ phase }: Progress): string => (phase === 'reading' ? pdfCopy.reading : pdfCopy.making);

/** How many messages there are to read is not known: until then the bar has no value. */
function Bar({ progress }: { readonly progress: Progress }) {
  const known = progress.phase === 'making' ? { value: progress.done, max: Math.max(1, progress.of) } : {};
  return (
    <div className="pdf-progress">
      <span aria-hidden="true">{labelOf(progress)}</span>
      <progress aria-label={pdfCopy.progress} {...known} />
    </div>
  );
}
