import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Callout } from '../../../components/callout.tsx';
import { Card, CardActions } from '../../../components/card.tsx';
import { useIsOnline } from '../../../components/use-is-online.ts';
import { useProductName } from '../../../components/use-site-config.ts';
import { fileIdsOf } from '../../../lib/fetch-file-bytes.ts';
import { dayOf } from '../../../lib/format-date.ts';
import { saveFile } from '../../../lib/save-file.ts';
import styles from '../account.module.css';
import { accountCopy } from '../copy.ts';
import { type ExportProgress, readAccountExport, readPage } from './read-account-export.ts';
import { ConnectionLost, retried, retriedOpener } from './retried-reads.ts';

const texts = accountCopy.export;

type ExportState =
  | { readonly kind: 'idle' | 'cancelled' | 'failed' | 'unreachable' }
  | { readonly kind: 'packing'; readonly files: number; readonly packed: number }
  | ({ readonly kind: 'collecting' | 'done' } & ExportProgress);

const archive = () => import('./zip-archive.ts');

/** Card with the button 'Download my data'. While a download runs, the button cancels the download. */
export function ExportSection() {
  const { state, start, cancel } = useExport(useProductName() ?? texts.chat);
  const isOnline = useIsOnline();
  const isRunning = state.kind === 'collecting' || state.kind === 'packing';
  return (
    <Card title={texts.title}>
      <p className="soft">{texts.about}</p>
      <CardActions className={styles.export}>
        <Button kind={isRunning ? undefined : 'primary'} onClick={isRunning ? cancel : () => void start()}>
          {isRunning ? texts.cancel : texts.start}
        </Button>
        {isRunning && <progress aria-label={texts.title} />}
        <p role="status" className="soft">
          {isRunning && !isOnline ? texts.offline : wordsFor(state)}
        </p>
      </CardActions>
      {state.kind === 'failed' && <Callout kind="error">{texts.failed}</Callout>}
      {state.kind === 'unreachable' && <Callout kind="error">{texts.unreachable}</Callout>}
    </Card>
  );
}

function wordsFor(state: ExportState): string {
  if (state.kind === 'collecting')
    return state.chats === 0 ? texts.starting : texts.collecting(state.chats, state.messages);
  if (state.kind === 'packing')
    return state.files === 0 ? texts.packing : texts.packingFiles(state.packed, state.files);
  if (state.kind === 'done') return texts.done(state.chats, state.messages);
  return state.kind === 'cancelled' ? texts.cancelled : '';
}

/** State and functions of the download. Leaving the page cancels the download. */
function useExport(productName: string) {
  const [state, setState] = useState<ExportState>({ kind: 'idle' });
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  return {
    state,
    cancel: () => running.current?.abort(),
    async start() {
      const controller = new AbortController();
      running.current = controller;
      try {
        await run(controller.signal, productName, setState);
      } catch (error) {
        const { aborted } = controller.signal;
        if (!aborted) console.error(error);
        const failed = error instanceof ConnectionLost ? 'unreachable' : 'failed';
        setState({ kind: aborted ? 'cancelled' : failed });
      }
    },
  };
}

async function run(
  signal: AbortSignal,
  productName: string,
  show: (state: ExportState) => void,
): Promise<void> {
  let progress: ExportProgress = { chats: 0, messages: 0 };
  show({ kind: 'collecting', ...progress });
  const onProgress = (now: ExportProgress) => {
    progress = now;
    show({ kind: 'collecting', ...progress });
  };
  const collected = await readAccountExport(signal, onProgress, (cursor) =>
    retried(() => readPage(cursor, signal), signal),
  );
  const { account, chats } = collected;
  const fileIds = fileIdsOf([...chats.flatMap(({ messages }) => messages), ...(account?.projects ?? [])]);
  const showPacked = (packed: number) => show({ kind: 'packing', files: fileIds.length, packed });
  showPacked(0);
  const { makeZipArchive } = await retried(archive, signal);
  const file = await makeZipArchive(collected, { signal, open: retriedOpener(fileIds), onFile: showPacked });
  signal.throwIfAborted();
  saveFile(file, accountCopy.export.fileName(productName, dayOf(new Date())));
  show({ kind: 'done', ...progress });
}
