import type { Plugin } from 'vite';

const NEEDED_FIRST = [
  'src/lib/session/session.ts',
  'src/lib/session/amplify-configuration-and-tokens.ts',
  'src/features/chat/chat-page.tsx',
  'src/features/chat/conversation/message-list.tsx',
];

/**
 * Starts to load the scripts and styles of the chat page before the entry runs, which saves a user one round trip. The
 * build writes the source of this function into a script of its own, so the function must use nothing that is declared
 * outside of it.
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
    // The entry requests the file later, in CORS mode. With another mode here, the browser would load the file twice.
    const link = { ...kind, href: `/assets/${file}`, crossOrigin: '' };
    document.head.append(Object.assign(document.createElement('link'), link));
  }
}

/**
 * Adds a script to `index.html` that runs {@link preloadChats} for the files of {@link NEEDED_FIRST} and their imports.
 * @throws if a module of {@link NEEDED_FIRST} is in no script
 */
export const earlyScripts: Plugin = {
  name: 'early-scripts',
  apply: 'build',
  generateBundle: {
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
