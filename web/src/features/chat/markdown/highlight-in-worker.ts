import type { HighlightRequest, HighlightResponse } from './highlight.worker.ts';
import type { Span } from './parse-highlight-spans.ts';

const MAX_CODE_LENGTH = 40_000;

type Answer = readonly Span[] | undefined;

let worker: Worker | undefined;
let nextId = 0;
const waiting = new Map<number, (spans: Answer) => void>();

export function highlightCode(code: string, language: string): Promise<Answer> {
  if (code.length > MAX_CODE_LENGTH) return Promise.resolve(undefined);
  worker ??= startWorker();
  const id = nextId++;
  worker.postMessage({ id, code, language: language.toLowerCase() } satisfies HighlightRequest);
  return new Promise((resolve) => waiting.set(id, resolve));
}

function startWorker(): Worker {
  const started = new Worker(new URL('./highlight.worker.ts', import.meta.url), { type: 'module' });
  started.onmessage = ({ data: { id, spans } }: MessageEvent<HighlightResponse>) => answer(id, spans);
  started.onerror = () => {
    // A worker whose script could not be loaded never answers. The next call starts a new worker.
    started.terminate();
    worker = undefined;
    for (const id of [...waiting.keys()]) answer(id, undefined);
  };
  return started;
}

function answer(id: number, spans: Answer): void {
  waiting.get(id)?.(spans);
  waiting.delete(id);
}
