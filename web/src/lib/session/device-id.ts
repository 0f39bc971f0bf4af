import { browserStorage } from '../browser-storage.ts';
import { DEVICE_KEY } from '../personal-data-storage.ts';

/**
 * Returns this browser's random id. All tabs send the same id, so the server lists their sign-ins as one device. A
 * logout removes the id.
 */
export function deviceId(): string {
  const stored = browserStorage.get(DEVICE_KEY);
  if (stored !== null) return stored;
  const id = crypto.randomUUID();
  browserStorage.set(DEVICE_KEY, id);
  return id;
}
