/**
 * Copies a text that is not known yet. The call must be made while the user's click is handled: Safari refuses a write
 * that begins later, but waits for a promise in a `ClipboardItem`.
 * @throws the failure of `text`, or a DOMException `NotAllowedError` when the browser refuses
 */
export async function copyWhenReady(text: Promise<string>): Promise<void> {
  if (typeof ClipboardItem === 'undefined') return navigator.clipboard.writeText(await text);
  const type = 'text/plain';
  const blob = text.then((ready) => new Blob([ready], { type }));
  // Awaits the blob too. When the browser refuses the write, it never reads the blob, and a rejection of the blob would
  // be unhandled.
  await Promise.all([blob, navigator.clipboard.write([new ClipboardItem({ [type]: blob })])]);
}
