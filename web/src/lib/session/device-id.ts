import { browserStorage } from '../browser-storage.ts';
import { DEVICE_KEY } from '../personal-data-storage.ts';

/** Returns this browser's random id. All tabs share it, so the server lists their sign-ins as one device. */
export function deviceId(): string {
  const stored = browserStorage.get(DEVICE_KEY);
  if (stored !== null) return stored;
  const id = crypto.randomUUID();
  browserStorage.set(DEVICE_KEY, id);
  return id;
}
