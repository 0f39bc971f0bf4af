/** Files that are dropped anywhere on the page, or pasted. */
import { useEffect, useRef, useState } from 'react';

/**
 * Elements that handle a paste themselves: everything in a dialog, and all text fields except that of the composer. The
 * composer is the form with the attribute `data-tour="input"`.
 */
const OTHER_INPUTS = 'input, textarea:not([data-tour="input"] *), dialog, [contenteditable]';

/**
 * Calls `onFiles` with files that the user drops on the page or pastes. Ignores files that are dropped while a dialog
 * is open. Returns true while files are dragged over the page.
 */
export function useIncomingFiles(onFiles: (files: readonly File[]) => void): boolean {
  const [isDragging, setDragging] = useState(false);
  const take = useRef(onFiles);
  useEffect(() => {
    take.current = onFiles;
  });
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files') || document.querySelector('dialog[open]')) return;
      // Without this, the browser opens a dropped file in place of the page.
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      setDragging(true);
    };
    // `dragleave` is sent for each element that the pointer leaves. `relatedTarget` is the element that it enters, or
    // null when the pointer leaves the page.
    const leave = ({ relatedTarget }: DragEvent) => relatedTarget === null && setDragging(false);
    const drop = (event: DragEvent) => {
      setDragging(false);
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      if (!document.querySelector('dialog[open]')) take.current([...event.dataTransfer.files]);
    };
    const paste = (event: ClipboardEvent) => {
      const files = pastedFiles(event);
      if (files.length === 0) return;
      event.preventDefault();
      take.current(files);
    };
    const listeners = { dragover: over, dragleave: leave, drop, paste };
    for (const [type, listener] of Object.entries(listeners))
      window.addEventListener(type, listener as EventListener);
    return () => {
      for (const [type, listener] of Object.entries(listeners))
        window.removeEventListener(type, listener as EventListener);
    };
  }, []);
  return isDragging;
}

/**
 * Returns the files of a paste. Returns none for a paste into one of OTHER_INPUTS. Returns none for a paste of rich
 * text either: office programs add a picture of the text to the clipboard, but the user wants to paste the text.
 */
function pastedFiles({ clipboardData, target }: ClipboardEvent): readonly File[] {
  if (!clipboardData || (target instanceof Element && target.closest(OTHER_INPUTS))) return [];
  const isRichText = clipboardData.types.includes('text/html') && clipboardData.getData('text/plain') !== '';
  return isRichText ? [] : [...clipboardData.files];
}
