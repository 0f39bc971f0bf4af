/**
 * Refuses files that are dropped where nothing takes them, for example over a dialog. Otherwise the browser would open
 * the file, in another tab or in place of the page.
 */
export function refuseDroppedFiles(): void {
  window.addEventListener('dragover', (event) => {
    const { dataTransfer, defaultPrevented } = event;
    if (defaultPrevented || !dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    // With `none`, the browser dispatches no `drop`. The chat's listener runs after this one and sets `copy`.
    dataTransfer.dropEffect = 'none';
  });
}
