import { pdfTexts } from '../../../lib/pdf-texts.ts';
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
        {status === 'done' && pdfTexts.done}
        {status === 'cancelled' && pdfTexts.cancelled}
        {status === 'running' && labelOf(state.progress)}
      </span>
      {status === 'running' && (
        <div className="pdf-panel">
          <Bar progress={state.progress} />
          <button type="button" className="button" onClick={onCancel}>
            {pdfTexts.cancel}
          </button>
        </div>
      )}
      {status === 'failed' && (
        <div className="pdf-panel">
          <p role="alert">{state.message}</p>
          <button type="button" className="button" onClick={onDismiss}>
            {pdfTexts.dismiss}
          </button>
        </div>
      )}
    </>
  );
}

const labelOf = ({ phase }: Progress): string => (phase === 'reading' ? pdfTexts.reading : pdfTexts.making);

/** How many messages there are to read is not known: until then the bar has no value. */
function Bar({ progress }: { readonly progress: Progress }) {
  const known = progress.phase === 'making' ? { value: progress.done, max: Math.max(1, progress.of) } : {};
  return (
    <div className="pdf-progress">
      <span aria-hidden="true">{labelOf(progress)}</span>
      <progress aria-label={pdfTexts.progress} {...known} />
    </div>
  );
}
