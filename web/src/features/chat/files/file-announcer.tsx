import { useEffect, useRef, useState } from 'react';
import { fileCopy } from './adding-files-copy.ts';
import type { DraftFile } from './state/draft-files.ts';

/**
 * Tells screen readers which files were added, have failed or are ready. The progress is left out, because a screen
 * reader would read out each step.
 */
export function FileAnnouncer({ files }: { readonly files: readonly DraftFile[] }) {
  const before = useRef(files);
  const [{ text, nth }, setSaid] = useState({ text: '', nth: 0 });
  useEffect(() => {
    const known = new Map(before.current.map((file) => [file.fileId, file]));
    before.current = files;
    // A new file that is ready at once was stored earlier, for example in a project.
    const added = files.filter(({ fileId, phase }) => !known.has(fileId) && phase !== 'ready').length;
    const failed = files.find(
      ({ fileId, phase }) => phase === 'failed' && known.get(fileId)?.phase !== 'failed',
    );
    const isReady = files.length > 0 && files.every(({ phase }) => phase === 'ready');
    const wasReady = [...known.values()].every(({ phase }) => phase === 'ready');
    const { announce } = fileCopy;
    const say = (next: string) => setSaid((said) => ({ text: next, nth: said.nth + 1 }));
    if (failed) say(announce.failed(failed.name, failed.problem ?? ''));
    else if (isReady && !wasReady) say(announce.ready);
    else if (added > 0) say(announce.added(added));
  }, [files]);
  return (
    <p role="status" className="visually-hidden">
      {/* Another key replaces the element, so that a repeated text is read out again. */}
      <span key={nth}>{text}</span>
    </p>
  );
}
