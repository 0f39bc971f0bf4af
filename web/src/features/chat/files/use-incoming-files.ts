import { useEffect, useRef, useState } from 'react';

/**
 * Elements that handle a paste themselves. The text areas of the composer (the form with `data-tour="input"`) and of a
 * message's editor are not among them: files that are pasted there also go to `onFiles`.
 */
const OTHER_INPUTS = 'input, textarea:not([data-tour="input"] *, article *), dialog, [contenteditable]';
const EDITED_MESSAGE = 'article:has(textarea)';

/** `isForEdit`: the files are meant for a message that the user edits, and such a message takes no new files. */
type OnFiles = (files: readonly File[], isForEdit: boolean) => void;

/**
 * Calls `onFiles` with files that the user drops on the page or pastes. Returns true while files are dragged over the
 * page that can be added to the new message.
 */
export function useIncomingFiles(onFiles: OnFiles): boolean {
  const [isDragging, setDragging] = useState(false);
  const take = useRef(onFiles);
  useEffect(() => {
    take.current = onFiles;
  });
  useEffect(() => {
    // True while the user drags something of this page. Chromium gives each dragged picture the type `Files`, but a
    // picture that the page shows already is no new file.
    let isOwn = false;
    const start = () => {
      isOwn = true;
    };
    const end = () => {
      isOwn = false;
    };
    const over = (event: DragEvent) => {
      if (isOwn || !event.dataTransfer?.types.includes('Files')) return;
      if (document.querySelector('dialog[open]')) return;
      event.preventDefault();
      // Replaces `none`, which `refuse-dropped-files.ts` has set. With `none`, the browser dispatches no `drop`.
      event.dataTransfer.dropEffect = 'copy';
      setDragging(!isForEdit(event));
    };
    // `dragleave` is sent for each element that the pointer leaves. `relatedTarget` is null when the pointer leaves the
    // page.
    const leave = ({ relatedTarget }: DragEvent) => relatedTarget === null && setDragging(false);
    const drop = (event: DragEvent) => {
      setDragging(false);
      if (isOwn || !event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      if (!document.querySelector('dialog[open]'))
        take.current([...event.dataTransfer.files], isForEdit(event));
    };
    const paste = (event: ClipboardEvent) => {
      const files = pastedFiles(event);
      if (files.length === 0) return;
      event.preventDefault();
      take.current(files, isForEdit(event));
    };
    const listeners = {
      ...{ dragover: over, dragleave: leave, drop, paste, dragstart: start, dragend: end },
      // Browsers send no `dragend` if the dragged element was removed meanwhile. A drag of this page begins with
      // `pointerdown`, and `dragstart` comes after it.
      pointerdown: end,
    };
    for (const [type, listener] of Object.entries(listeners))
      window.addEventListener(type, listener as EventListener);
    return () => {
      for (const [type, listener] of Object.entries(listeners))
        window.removeEventListener(type, listener as EventListener);
    };
  }, []);
  return isDragging;
}

/** True if the event is in a message that the user edits, or the keyboard focus is there. */
const isForEdit = ({ target }: Event): boolean =>
  [target, document.activeElement].some((at) => at instanceof Element && at.closest(EDITED_MESSAGE) !== null);

/**
 * Returns no files for a paste of rich text: office programs add a picture of the text to the clipboard, but the user
 * wants to paste the text.
 */
function pastedFiles({ clipboardData, target }: ClipboardEvent): readonly File[] {
  if (!clipboardData || (target instanceof Element && target.closest(OTHER_INPUTS))) return [];
  const isRichText = clipboardData.types.includes('text/html') && clipboardData.getData('text/plain') !== '';
  return isRichText ? [] : [...clipboardData.files];
}
