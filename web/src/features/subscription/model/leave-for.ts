/** Leaves for a page of the payment provider. @throws if the address is none that a browser should be sent to */
export function leaveFor(url: string): void {
  if (new URL(url).protocol !== 'https:') throw new Error('The address is not secure');
  window.location.assign(url);
}
