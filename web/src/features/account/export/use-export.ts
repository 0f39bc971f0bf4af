import { useEffect, useRef, useState } from 'react';
import { dayOf } from '../../../lib/dates.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { accountCopy } from '../copy.ts';
import { collect, type Progress } from './collect.ts';

export type ExportState =
  | { readonly kind: 'idle' | 'packing' | 'cancelled' | 'failed' }
  | ({ readonly kind: 'collecting' | 'done' } & Progress);

const archive = () => import('./archive.ts');

/** Collects, packs and saves; leaving the page cancels it. */
export function useExport(productName: string) {
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
        setState({ kind: aborted ? 'cancelled' : 'failed' });
      }
    },
  };
}

async function run(
  signal: AbortSignal,
  productName: string,
  show: (state: ExportState) => void,
): Promise<void> {
  let progress: Progress = { chats: 0, messages: 0 };
  show({ kind: 'collecting', ...progress });
  const collected = await collect(signal, (now) => {
    progress = now;
    show({ kind: 'collecting', ...progress });
  });
  show({ kind: 'packing' });
  const { makeArchive } = await archive();
  const file = await makeArchive(collected, signal);
  signal.throwIfAborted();
  saveFile(file, accountCopy.export.fileName(productName, dayOf(new Date())));
  show({ kind: 'done', ...progress });
}
