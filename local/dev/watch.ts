/** Calls back when sources change, once for changes that come together. */
import { watch } from 'node:fs';
import path from 'node:path';
import { ROOT } from './build.ts';

const FOLDERS = ['bin', 'lambdas', 'lib', 'web'];
const SETTLE_MS = 150;

/** Tests and editors' files do not count. Changes during a callback lead to one more call after it. */
export function watchSources(onChange: () => Promise<void>): () => void {
  let timer: NodeJS.Timeout | undefined;
  let running = false;
  let again = false;

  async function fire(): Promise<void> {
    if (running) {
      again = true;
      return;
    }
    running = true;
    do {
      again = false;
      await onChange();
    } while (again);
    running = false;
  }

  const watchers = FOLDERS.map((folder) =>
    watch(path.join(ROOT, folder), { recursive: true }, (_, file) => {
      if (file === null || !/\.(tsx?|js|css|html|svg|json)$/.test(file) || /\.test\.tsx?$/.test(file)) return;
      clearTimeout(timer);
      timer = setTimeout(() => void fire(), SETTLE_MS);
    }),
  );
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}
