/**
 * Copies a text that is not known yet. The call must be made while the user's click is handled: Safari refuses a write
 * that begins later, but waits for a promise in a `ClipboardItem`.
 * @throws the failure of `text`, or a DOMException `NotAllowedError` when the browser refuses
 */
export async function copyWhenReady(text: Promise<string>): Promise<void> {
  if (typeof ClipboardItem === 'undefined') return navigator.clipboard.writeText(await text);
  const type = 'text/plain';
  const blob = text.then((ready) => new Blob([ready], { type }));
  // Awaits the blob too. A refused write rejects without reading it, and a failure of the blob would then be unhandled.
  await Promise.all([blob, navigator.clipboard.write([new ClipboardItem({ [type]: blob })])]);
}
