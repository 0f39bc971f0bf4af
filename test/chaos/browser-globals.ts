/** Defines in Node the globals of a browser that the product's client uses. Imported before the client. */
import { setMaxListeners } from 'node:events';

const network = new EventTarget();
// Many clients may run in one process.
setMaxListeners(0, network);

const give = (name: string, value: unknown): void => {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
};
give('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
give('requestAnimationFrame', (notify: () => void) => notify());
give('addEventListener', network.addEventListener.bind(network));
give('removeEventListener', network.removeEventListener.bind(network));

/** Makes every client that waits to reconnect do so at once, by the browser's event for a network that is back. */
export const wakeAll = (): void => void network.dispatchEvent(new Event('online'));
