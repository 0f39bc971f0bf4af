import type { Plugin } from 'vite';

/** Modules whose scripts the chat page needs first, beside the entry. */
const NEEDED_FIRST = [
  'src/lib/session/session.ts',
  'src/lib/session/amplify.ts',
  'src/features/chat/chat-page.tsx',
  'src/features/chat/conversation/message-list.tsx',
];

/**
 * Starts to load the scripts and styles of the chat page in the browser, before the entry runs. Without this function
 * the browser would learn of them only from the entry, one round trip later. Does so only on the chat page and on `/`,
 * from where a user is sent to the chats. Does nothing for visitors, who need none of these files.
 *
 * The build writes the source of this function into a script of its own, so the function must use nothing that is
 * declared outside of it.
 * @param files names in the folder of the assets, with spaces between them
 */
function preloadChats(files: string): void {
  const { pathname, search } = location;
  let isUser = search.includes('code=');
  try {
    isUser ||= localStorage.getItem('userEmail') !== null;
  } catch {
    // If the browser denies storage, no user is stored in it.
  }
  // If a service worker serves this page, the files are on the device, and asking for them early would delay the entry.
  if (!isUser || navigator.serviceWorker?.controller || !/^\/(chat|$)/.test(pathname)) return;
  for (const file of files.split(' ')) {
    const kind = file.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' };
    // `crossOrigin` gives this request the CORS mode of the entry's later request for the file. With another mode the
    // browser would load the file twice.
    const link = { ...kind, href: `/assets/${file}`, crossOrigin: '' };
    document.head.append(Object.assign(document.createElement('link'), link));
  }
}

/**
 * Adds a script that runs {@link preloadChats} to `index.html`. The script names the files of {@link NEEDED_FIRST} and
 * of all that they import.
 * @throws if a module of {@link NEEDED_FIRST} is in no script
 */
export const earlyScripts: Plugin = {
  name: 'early-scripts',
  apply: 'build',
  generateBundle: {
    // Runs after Vite's own plugin, which adds the page to the bundle.
    order: 'post',
    handler(_, bundle) {
      const page = bundle['index.html'];
      // `bench/bundle.ts` also makes builds of a single script, without the page.
      if (page?.type !== 'asset') return;
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      const needed = new Set(
        NEEDED_FIRST.map((module) => {
          const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/web/${module}`)));
          if (!chunk) throw new Error(`No script has ${module}`);
          return chunk;
        }),
      );
      // The loop also reaches elements that it adds to the set.
      for (const { imports } of needed)
        for (const chunk of chunks) if (imports.includes(chunk.fileName)) needed.add(chunk);
      const loaded = [...needed].filter(({ isEntry }) => !isEntry);
      const files = new Set(
        loaded.flatMap(({ fileName, viteMetadata }) => [fileName, ...(viteMetadata?.importedCss ?? [])]),
      );
      const names = [...files].map((file) => file.replace('assets/', '')).join(' ');
      const source = `(${preloadChats})(${JSON.stringify(names)});`;
      const script = this.emitFile({ type: 'asset', name: 'early-scripts.js', source });
      const tag = `<script async src="/${this.getFileName(script)}"></script>`;
      page.source = String(page.source).replace('<script type="module"', `${tag}\n    $&`);
    },
  },
};
