/**
 * Refuses files that are dropped where the page takes none: on other pages, over a dialog, and before the script of the
 * chat's drop area has loaded. Otherwise the browser would open the file, in another tab or in place of the page.
 */
export function refuseDroppedFiles(): void {
  window.addEventListener('dragover', (event) => {
    const { dataTransfer, defaultPrevented } = event;
    if (defaultPrevented || !dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    // The browser then shows that a drop is refused, and dispatches no `drop`. The listener of a drop area runs after
    // this one, and sets `copy`.
    dataTransfer.dropEffect = 'none';
  });
}
