import { watch } from 'node:fs';
import path from 'node:path';
import { ROOT } from './build-and-synthesize.ts';

const FILE = 'cdk.json';
const SOURCE = /\.(tsx?|js|css|html|svg|json)$/;
const TEST = /\.test\.tsx?$/;
const SETTLE_MS = 150;

/**
 * Watches the sources in the folders and `cdk.json`, and returns a function that stops the watching. Changes during a
 * callback's run lead to one more run. Callbacks must not reject.
 */
export function watchSources(
  folders: readonly string[],
  ...callbacks: readonly (() => Promise<void>)[]
): () => void {
  let timer: NodeJS.Timeout | undefined;
  const runs = callbacks.map(oneAtATime);

  function settle(): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      for (const run of runs) run();
    }, SETTLE_MS);
  }

  const watchers = folders.map((folder) =>
    watch(path.join(ROOT, folder), { recursive: true }, (_, file) => {
      if (file !== null && SOURCE.test(file) && !TEST.test(file)) settle();
    }),
  );
  // Editors replace cdk.json by a new file, which a watcher of the file would miss. So the folder of cdk.json is
  // watched.
  watchers.push(watch(ROOT, (_, file) => void (file === FILE && settle())));
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}

function oneAtATime(work: () => Promise<void>): () => void {
  let running = false;
  let again = false;
  const run = async (): Promise<void> => {
    again = running;
    if (running) return;
    running = true;
    do {
      again = false;
      await work();
    } while (again);
    running = false;
  };
  return () => void run();
}
