import { useEffect, useRef, useState } from 'react';
import { useFileDrop } from '../../../components/use-file-drop.ts';

/**
 * Elements that handle a paste themselves. The text areas of the composer (the form with `data-tour="input"`) and of a
 * message's editor are not among them: files that are pasted there also go to `onFiles`.
 */
const OTHER_INPUTS = 'input, textarea:not([data-tour="input"] *, article *), dialog, [contenteditable]';
const EDITED_MESSAGE = 'article:has(textarea)';

/** `isForEdit`: the files are meant for a message that the user edits, and such a message takes no new files. */
type OnFiles = (files: readonly File[], isForEdit: boolean) => void;

/**
 * Calls `onFiles` with files that the user drops on the page or pastes. Returns true while the user drags files over the
 * page, unless the files are meant for a message that the user edits.
 */
export function useIncomingFiles(onFiles: OnFiles): boolean {
  const [isDragging, setDragging] = useState(false);
  useFileDrop({
    canTake: () => !document.querySelector('dialog[open]'),
    onDrag: (event) => setDragging(event !== undefined && !isForEdit(event)),
    onDrop: (files, event) => onFiles(files, isForEdit(event)),
  });
  const take = useRef(onFiles);
  useEffect(() => {
    take.current = onFiles;
  });
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = pastedFiles(event);
      if (files.length === 0) return;
      event.preventDefault();
      take.current(files, isForEdit(event));
    };
    window.addEventListener('paste', paste);
    return () => window.removeEventListener('paste', paste);
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
