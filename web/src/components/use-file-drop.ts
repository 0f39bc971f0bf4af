import { useEffect, useRef } from 'react';

interface FileDrop {
  /** Returns false while dropped files are refused, for example under a dialog. @default all files are taken */
  readonly canTake?: () => boolean;
  /** Called while files that can be taken are dragged over the page, and without an event when that ends. */
  readonly onDrag?: (event?: DragEvent) => void;
  readonly onDrop: (files: readonly File[], event: DragEvent) => void;
}

/** Calls `onDrop` with files that the user drops anywhere on the page while the component is mounted. */
export function useFileDrop(options: FileDrop): void {
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
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
    const canTake = () => latest.current.canTake?.() ?? true;
    const over = (event: DragEvent) => {
      if (isOwn || !event.dataTransfer?.types.includes('Files') || !canTake()) return;
      event.preventDefault();
      // Replaces `none`, which `refuse-dropped-files.ts` has set. With `none`, the browser dispatches no `drop`.
      event.dataTransfer.dropEffect = 'copy';
      latest.current.onDrag?.(event);
    };
    // `dragleave` is sent for each element that the pointer leaves. `relatedTarget` is null when the pointer leaves the
    // page.
    const leave = ({ relatedTarget }: DragEvent) => relatedTarget === null && latest.current.onDrag?.();
    const drop = (event: DragEvent) => {
      latest.current.onDrag?.();
      if (isOwn || !event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      if (canTake()) latest.current.onDrop([...event.dataTransfer.files], event);
    };
    const listeners = {
      ...{ dragover: over, dragleave: leave, drop, dragstart: start, dragend: end },
      // Browsers send no `dragend` if the dragged element was removed meanwhile. So the next `pointerdown` also sets
      // `isOwn` to false. If a new drag follows that `pointerdown`, `dragstart` sets `isOwn` to true again.
      pointerdown: end,
    };
    for (const [type, listener] of Object.entries(listeners))
      window.addEventListener(type, listener as EventListener);
    return () => {
      for (const [type, listener] of Object.entries(listeners))
        window.removeEventListener(type, listener as EventListener);
    };
  }, []);
}
