import { browserStorage } from '../browser-storage.ts';
import { DEVICE_KEY } from '../personal-data-storage.ts';

/**
 * Returns this browser's random id, by which the server lists the sign-ins of all its tabs as one device. A logout
 * removes the id.
 */
export function deviceId(): string {
  const stored = browserStorage.get(DEVICE_KEY);
  if (stored !== null) return stored;
  const id = crypto.randomUUID();
  browserStorage.set(DEVICE_KEY, id);
  return id;
}
