/**
 * Copies a text that is still loading. Must be called while the click is handled: Safari refuses a later write, but
 * waits for a promise in a `ClipboardItem`.
 * @throws the failure of `text`, or a DOMException `NotAllowedError` when the browser refuses
 */
export async function copyWhenReady(text: Promise<string>): Promise<void> {
  if (typeof ClipboardItem === 'undefined') return navigator.clipboard.writeText(await text);
  const type = 'text/plain';
  const blob = text.then((ready) => new Blob([ready], { type }));
  // Awaits the blob too. A browser that refuses the write does not wait for the blob. Without this await, a later
  // failure of `text` would be an unhandled rejection.
  await Promise.all([blob, navigator.clipboard.write([new ClipboardItem({ [type]: blob })])]);
}
