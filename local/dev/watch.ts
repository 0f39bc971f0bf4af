/** Calls back when sources change, once for changes that come together. */
import { watch } from 'node:fs';
import path from 'node:path';
import { ROOT } from './build.ts';

const FOLDERS = ['bin', 'lambdas', 'lib', 'web'];
/** The configuration. */
const FILE = 'cdk.json';
const SOURCE = /\.(tsx?|js|css|html|svg|json)$/;
const TEST = /\.test\.tsx?$/;
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

  function settle(): void {
    clearTimeout(timer);
    timer = setTimeout(() => void fire(), SETTLE_MS);
  }

  const watchers = FOLDERS.map((folder) =>
    watch(path.join(ROOT, folder), { recursive: true }, (_, file) => {
      if (file !== null && SOURCE.test(file) && !TEST.test(file)) settle();
    }),
  );
  // Its folder, since editors put a new file in the old one's place.
  watchers.push(watch(ROOT, (_, file) => void (file === FILE && settle())));
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}
