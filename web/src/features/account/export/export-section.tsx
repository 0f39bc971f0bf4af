import { useEffect, useRef } from 'react';
import { Button } from '../../../components/button.tsx';
import { Actions, Card } from '../../../components/card.tsx';
import { Note } from '../../../components/note.tsx';
import { useProductName } from '../../../components/use-site-config.ts';
import styles from '../account.module.css';
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
    <Card title={texts.title}>
      <p className="soft">{texts.about}</p>
      <Actions className={styles.export}>
        <Button
          ref={button}
          kind={isRunning ? undefined : 'primary'}
          onClick={isRunning ? cancel : () => void start()}
        >
          {isRunning ? texts.cancel : texts.start}
        </Button>
        {isRunning && <progress aria-label={texts.title} />}
        <p role="status" className="soft">
          {state.kind !== 'failed' && wordsFor(state)}
        </p>
      </Actions>
      {state.kind === 'failed' && <Note kind="error">{texts.failed}</Note>}
    </Card>
  );
}

function wordsFor(state: ExportState): string {
  if (state.kind === 'collecting')
    return state.chats === 0 ? texts.starting : texts.collecting(state.chats, state.messages);
  if (state.kind === 'packing') return texts.packing;
  if (state.kind === 'done') return texts.done(state.chats, state.messages);
  return state.kind === 'cancelled' ? texts.cancelled : '';
}
