import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Callout } from '../../../components/callout.tsx';
import { Dialog, DialogBody } from '../../../components/dialog.tsx';
import { useProductName } from '../../../components/use-site-config.ts';
import { copyWhenReady } from '../../../lib/copy-when-ready.ts';
import { saveFile } from '../../../lib/save-file.ts';
import type { ChatWithPath } from '../dialogs/chat-dialog-state.ts';
import { catalogueOf } from '../model-choice/model-catalogue.ts';
import { exportCopy as copy } from './copy.ts';
import { type Exporting, exportJson, exportMarkdown } from './export-as-markdown-and-json.ts';
import styles from './export-dialog.module.css';
import { exportFileName } from './export-file-name.ts';

type Action = keyof typeof copy.actions;
const ACTIONS = Object.keys(copy.actions) as Action[];

type State =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running' | 'done' | 'failed'; readonly text: string };

interface ExportDialogProps {
  readonly chat: ChatWithPath;
  /** User whose cached catalogue has the names of the models. */
  readonly email: string;
  readonly onClose: () => void;
}

/** Dialog that copies a chat as Markdown, or saves it as Markdown, JSON or PDF. Closing it cancels the export. */
export function ExportDialog({ chat, email, onClose }: ExportDialogProps) {
  const { state, run } = useExport(chat, email);
  const isRunning = state.kind === 'running';
  return (
    <Dialog label={copy.title} onClose={onClose}>
      <DialogBody
        title={copy.title}
        actions={<Button onClick={onClose}>{isRunning ? copy.cancel : copy.close}</Button>}
      >
        <p className={styles.name} dir="auto">
          {chat.name}
        </p>
        <ul className={styles.actions}>
          {ACTIONS.map((action) => (
            <li key={action}>
              <button
                type="button"
                className={styles.action}
                aria-disabled={isRunning}
                onClick={() => void run(action)}
              >
                <strong>{copy.actions[action].name}</strong>
                <span className="soft">{copy.actions[action].about}</span>
              </button>
            </li>
          ))}
        </ul>
        {isRunning && <progress className={styles.progress} aria-label={copy.title} />}
        <p role="status" className="soft">
          {state.kind === 'running' || state.kind === 'done' ? state.text : ''}
        </p>
        {state.kind === 'failed' && <Callout kind="error">{state.text}</Callout>}
      </DialogBody>
    </Dialog>
  );
}

function useExport(chat: ChatWithPath, email: string) {
  const [state, setState] = useState<State>({ kind: 'idle' });
  const productName = useProductName() ?? '';
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const run = async (action: Action) => {
    if (running.current) return;
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    const show = (next: State) => !signal.aborted && setState(next);
    const exporting = {
      signal,
      catalogue: catalogueOf(email),
      onCount: (count: number) => show({ kind: 'running', text: copy.reading(count) }),
    };
    try {
      await EXPORTS[action](chat, exporting, productName);
      show({ kind: 'done', text: action === 'copy' ? copy.copied : copy.saved });
    } catch (error) {
      if (!signal.aborted) console.warn('The chat could not be exported', error);
      show({ kind: 'failed', text: messageOf(error) });
    } finally {
      running.current = undefined;
    }
  };
  return { state, run };
}

const EXPORTS: Record<
  Action,
  (chat: ChatWithPath, exporting: Exporting, productName: string) => Promise<void>
> = {
  copy: (chat, exporting) => copyWhenReady(exportMarkdown(chat, exporting)),
  markdown: async (chat, exporting) =>
    save(chat, 'md', [await exportMarkdown(chat, exporting)], 'text/markdown;charset=utf-8'),
  json: async (chat, exporting) =>
    save(chat, 'json', [await exportJson(chat, exporting)], 'application/json'),
  pdf: async (chat, exporting, productName) => {
    const { exportChatToPdf } = await import('../pdf/export-chat-to-pdf.ts');
    const { signal, onCount } = exporting;
    const file = await exportChatToPdf({
      ...{ chatId: chat.chatId, through: chat.through, title: chat.name, productName, signal },
      onProgress: (progress) => progress.phase === 'reading' && onCount(progress.count),
    });
    save(chat, 'pdf', [file], 'application/pdf');
  },
};

function save(
  { name }: ChatWithPath,
  extension: 'pdf' | 'md' | 'json',
  parts: BlobPart[],
  type: string,
): void {
  saveFile(new Blob(parts, { type }), exportFileName(name, new Date(), extension));
}

/** `NotAllowedError` means that the browser refused to copy the chat. */
const messageOf = (error: unknown): string =>
  error instanceof DOMException && error.name === 'NotAllowedError' ? copy.copyFailed : copy.failed;
