/**
 * Refuses files that are dropped where nothing takes them: on pages other than the chat, over a dialog, and in the chat
 * before the script that takes dropped files has loaded (`use-incoming-files.ts`). Otherwise the browser would open the
 * file, in another tab or in place of the page.
 */
export function refuseDroppedFiles(): void {
  window.addEventListener('dragover', (event) => {
    const { dataTransfer, defaultPrevented } = event;
    if (defaultPrevented || !dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    // With `none`, the browser shows that a drop is refused, and dispatches no `drop`. The chat's listener was added
    // later, so it runs after this one, and sets `copy`.
    dataTransfer.dropEffect = 'none';
  });
}
