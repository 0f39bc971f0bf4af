/**
 * Copies a text that is still loading. Must be called while the click is handled: Safari refuses a later write, but
 * waits for a promise in a `ClipboardItem`.
 * @throws the failure of `text`, or a DOMException `NotAllowedError` when the browser refuses
 */
export async function copyWhenReady(text: Promise<string>): Promise<void> {
  if (typeof ClipboardItem === 'undefined') return navigator.clipboard.writeText(await text);
  const type = 'text/plain';
  const blob = text.then((ready) => new Blob([ready], { type }));
  // Awaits the blob too, because a browser that refuses the write never handles a rejection of the blob.
  await Promise.all([blob, navigator.clipboard.write([new ClipboardItem({ [type]: blob })])]);
}
