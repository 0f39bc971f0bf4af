import { browserStorage } from '../browser-storage.ts';
import { DEVICE_KEY } from '../personal-data-storage.ts';

/** Returns the random id by which the server groups the sign-ins of this browser's tabs. A logout removes it. */
export function deviceId(): string {
  const stored = browserStorage.get(DEVICE_KEY);
  if (stored !== null) return stored;
  const id = crypto.randomUUID();
  browserStorage.set(DEVICE_KEY, id);
  return id;
}
