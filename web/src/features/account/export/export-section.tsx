import { useEffect, useRef } from 'react';
import { useProductName } from '../../../components/product-name.ts';
import { accountCopy } from '../copy.ts';
import { type ExportState, useExport } from './use-export.ts';

const texts = accountCopy.export;

/** 'Download my data', how far it is, and a way to stop it. */
export function ExportSection() {
  const { state, start, cancel } = useExport(useProductName() ?? texts.chat);
  const isRunning = state.kind === 'collecting' || state.kind === 'packing';
  const button = useRef<HTMLButtonElement>(null);
  const wasRunning = useRef(false);
  useEffect(() => {
    // The button changes under the keyboard's focus.
    if (isRunning !== wasRunning.current && document.activeElement === document.body) button.current?.focus();
    wasRunning.current = isRunning;
  }, [isRunning]);
  return (
    <section className="account-section" aria-labelledby="account-export">
      <h2 id="account-export">{texts.title}</h2>
      <p className="soft">{texts.about}</p>
      <div className="account-actions">
        <button
          ref={button}
          type="button"
          className={`button ${isRunning ? '' : 'button-primary'}`}
          onClick={isRunning ? cancel : () => void start()}
        >
          {isRunning ? texts.cancel : texts.start}
        </button>
        {isRunning && <progress aria-label={texts.title} />}
        <p role="status" className="soft">
          {state.kind !== 'failed' && wordsFor(state)}
        </p>
      </div>
      {state.kind === 'failed' && (
        <p role="alert" className="notice notice-error">
          {texts.failed}
        </p>
      )}
    </section>
  );
}

function wordsFor(state: ExportState): string {
  if (state.kind === 'collecting')
    return state.chats === 0 ? texts.starting : texts.collecting(state.chats, state.messages);
  if (state.kind === 'packing') return texts.packing;
  if (state.kind === 'done') return texts.done(state.chats, state.messages);
  return state.kind === 'cancelled' ? texts.cancelled : '';
}
